import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { EXPORTS_KEY, invalidate } from "@/api/live";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { ApiError, textOf } from "@/lib/http";
import { exports as words } from "@/lib/messages/outputs";
import { Link } from "@/lib/navigation";
import { pricingFor } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { askForExport, type Format, type Resource } from "./api/exports";
import { ExportList } from "./export-list";
import { BUNDLES, screenView, type Source } from "./export-view";

const FORMATS: readonly Format[] = ["csv", "json", "zip"];

/** The table of the screen or view, or another one, as a file. */
export function ExportsTab({ brandId, source: { pathname, params } }: { brandId: string; source: Source }) {
  const client = useQueryClient();
  const view = screenView(pathname, params);
  const [resource, setResource] = useState<Resource>(view.resource);
  const [wished, setWished] = useState<Format>("csv");
  const bundle = BUNDLES.includes(resource);
  const format = bundle ? "zip" : wished;
  const ask = useMutation({
    mutationFn: () => askForExport({ brandId, resource, format, filters: view.filtersFor(resource) }),
    onSuccess: () => {
      toast({ title: words.asked });
      invalidate(client, [EXPORTS_KEY]);
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{words.text}</p>
      <Field label={words.what}>
        {(control) => (
          <Select {...control} value={resource} onChange={(event) => setResource(event.target.value as Resource)}>
            {view.choices.map((value) => (
              <option key={value} value={value}>
                {words.resources[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div>
        <Segmented
          label={words.format}
          value={format}
          onChange={setWished}
          choices={(bundle ? (["zip"] as const) : FORMATS).map((value) => ({ value, label: words.formats[value] }))}
        />
        <p className="mt-1.5 text-sm text-ink-2">{bundle ? words.bundle : words.hints[format]}</p>
      </div>
      {ask.isError ? <Refusal error={ask.error} /> : null}
      <Button className="self-start" pending={ask.isPending} onClick={() => ask.mutate()}>
        {words.make}
      </Button>
      <ExportList brandId={brandId} />
    </div>
  );
}

function Refusal({ error }: { error: Error }) {
  const limited = error instanceof ApiError && error.code === "plan-limit";
  return (
    <Alert kind="warning">
      {textOf(error)}{" "}
      {limited ? (
        <Link to={pricingFor("analytics.full")} className="underline underline-offset-4">
          {words.upgrade}
        </Link>
      ) : null}
    </Alert>
  );
}
