import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";

import { accessRoot } from "@/api/access";
import { invalidate, REPORTS_KEY } from "@/api/live";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { PartProps } from "@/components/ui/lazy-part";
import { Select } from "@/components/ui/select";
import { Segmented } from "@/components/ui/segmented";
import { view } from "@/lib/messages/analytics";
import { reports as words } from "@/lib/messages/reports";
import { dashboard } from "@/lib/messages/visibility";
import { toast } from "@/lib/toast";

import { askForReport, downloadAddress, reportsQuery, type Format, type Section } from "../api/reports";
import { Refusal } from "./refusal";
import { nameOf, ReportList } from "./report-list";

const SECTIONS = Object.keys(words.names) as Section[];
const FORMATS: Format[] = ["pdf", "docx", "csv"];

/** What goes into a report, and the reports there are. */
export function ReportDialog({ brandId, reason, onClose }: PartProps & { brandId: string; reason: string | null }) {
  const client = useQueryClient();
  const [format, setFormat] = useState<Format>("pdf");
  const [days, setDays] = useState({ from: "", to: "" });
  const [sections, setSections] = useState<readonly Section[]>(SECTIONS);
  const ask = useMutation({
    mutationFn: () =>
      askForReport(brandId, {
        format,
        sections: [...sections],
        from: days.from || null,
        to: days.to || null,
        locale: "en",
      }),
    onSuccess: () => {
      toast({ title: words.asked });
      invalidate(client, [REPORTS_KEY, accessRoot]);
    },
  });
  const reversed = days.from !== "" && days.to !== "" && days.from > days.to;
  const toggle = (name: Section) =>
    setSections((old) => (old.includes(name) ? old.filter((other) => other !== name) : [...old, name]));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        wide
        title={dashboard.getReport}
        description={words.description}
        footer={
          <>
            <Newest brandId={brandId} />
            <Button
              pending={ask.isPending}
              disabled={reversed || sections.length === 0 || reason !== null}
              onClick={() => ask.mutate()}
            >
              {words.make}
            </Button>
          </>
        }
      >
        <Segmented
          label={words.format}
          value={format}
          onChange={setFormat}
          choices={FORMATS.map((value) => ({ value, label: words.formats[value] }))}
        />
        <p className="mt-1.5 text-sm text-ink-2">{words.formatHints[format]}</p>
        <div className="mt-4 grid gap-3 sm:grid-cols-2">
          {(["from", "to"] as const).map((end) => (
            <Field key={end} label={words[end]} error={reversed && end === "from" ? view.reversed : undefined}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={days[end]}
                  onChange={(event) => setDays((old) => ({ ...old, [end]: event.target.value }))}
                />
              )}
            </Field>
          ))}
        </div>
        <p className="mt-1.5 text-sm text-ink-3">{words.days}</p>
        <Field label={words.language} hint={words.languageHint} className="mt-4 sm:w-1/2">
          {(control) => (
            <Select {...control} value="en" disabled>
              <option value="en">{words.english}</option>
            </Select>
          )}
        </Field>
        <fieldset className="mt-4">
          <legend className="text-sm font-medium">{words.sections}</legend>
          <div className="mt-2 grid gap-2 sm:grid-cols-2">
            {SECTIONS.map((name) => (
              <label key={name} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={sections.includes(name)}
                  onChange={() => toggle(name)}
                />
                {words.names[name]}
              </label>
            ))}
          </div>
          {sections.length === 0 ? <FieldError>{words.noSection}</FieldError> : null}
        </fieldset>
        {reason ? <p className="mt-4 text-ink-2">{reason}</p> : null}
        {ask.isError ? <Refusal error={ask.error} /> : null}
        <ReportList brandId={brandId} />
      </DialogContent>
    </Dialog>
  );
}

/** The file made last, in sight without scrolling: whoever comes from the bell comes for it. */
function Newest({ brandId }: { brandId: string }) {
  const [newest] = useQuery(reportsQuery(brandId)).data?.data ?? [];
  if (newest?.status !== "ready") return null;
  return (
    <a href={downloadAddress(newest.id)} download className={buttonClass("secondary", "md", "mr-auto")}>
      <Download aria-hidden size={16} />
      {words.newest(nameOf(newest))}
    </a>
  );
}
