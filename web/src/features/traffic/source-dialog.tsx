import { useState, type FormEvent } from "react";

import { useFeatureAccess } from "@/api/access";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { textOf } from "@/lib/http";
import { common } from "@/lib/messages/common";
import { traffic } from "@/lib/messages/traffic";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";
import { Link } from "@/lib/navigation";
import { pricingFor } from "@/lib/paths";
import { useAction } from "@/lib/use-action";

import { addSource, trafficKey, type Issued, type NewSource } from "./api";
import { CommandsDialog } from "./commands-dialog";

const SHORTEST = 2;
const LONGEST = 100;

/** Adds a source; of one a server sends to, the token follows with the commands that use it. */
export function SourceDialog({ brandId, onClose }: { brandId: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const [kind, setKind] = useState<NewSource["kind"]>("upload");
  const full = useFeatureAccess("traffic.full");
  const add = useAction<NewSource, Issued>({
    outdated: trafficKey(brandId),
    run: (source) => addSource(brandId, source),
    done: ({ token }) => (token ? undefined : onClose()),
  });
  if (add.data?.token) return <CommandsDialog token={add.data.token} onClose={onClose} />;
  const locked = kind === "push" && full === false;
  const usable = name.trim().length >= SHORTEST && !locked;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (usable && !add.isPending) add.mutate({ name: name.trim(), kind });
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={words.add}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" form="log-source" disabled={!usable} pending={add.isPending}>
              {words.add}
            </Button>
          </>
        }
      >
        <form id="log-source" noValidate onSubmit={submit} className="flex flex-col gap-4">
          {add.isError ? <Alert kind="error">{textOf(add.error)}</Alert> : null}
          <Field label={words.name} hint={words.nameHint} required>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={LONGEST}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
                autoFocus
              />
            )}
          </Field>
          <div className="flex flex-col gap-2">
            <Segmented
              label={words.kind}
              value={kind}
              onChange={setKind}
              choices={(["upload", "push"] as const).map((value) => ({ value, label: words.kinds[value] }))}
            />
            <p className="text-sm text-ink-2">{words.kindTexts[kind]}</p>
            {locked ? (
              <Alert>
                {words.pushPlan}{" "}
                <Link to={pricingFor("traffic.full")} className="text-accent-text underline underline-offset-4">
                  {traffic.limitedAction}
                </Link>
              </Alert>
            ) : null}
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
