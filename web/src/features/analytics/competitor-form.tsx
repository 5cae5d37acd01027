import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { textOf } from "@/lib/http";
import { competitors as words } from "@/lib/messages/analytics-tables";
import { view as common } from "@/lib/messages/analytics";

import { type Competitor } from "./api";
import { addCompetitor, changeCompetitor, type CompetitorDraft } from "./api/competitors";
import { useChange } from "./use-change";

const FORM = "competitor-form";

/** Tracks a name, or changes its spellings and website; a refusal stays beside what was typed. */
export function CompetitorForm({
  brandId,
  competitor,
  onClose,
}: {
  brandId: string;
  competitor: Competitor | null;
  onClose: () => void;
}) {
  const [name, setName] = useState(competitor?.name ?? "");
  const [aliases, setAliases] = useState(competitor?.aliases.join("\n") ?? "");
  const [website, setWebsite] = useState(competitor?.websiteUrl ?? "");
  const save = useChange(
    brandId,
    (draft: CompetitorDraft) =>
      competitor ? changeCompetitor(brandId, competitor.id, draft) : addCompetitor(brandId, draft),
    (draft) => ({
      said: () => (competitor ? words.changed(draft.name) : words.added(draft.name)),
      onDone: onClose,
      quiet: true,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const spellings = aliases
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    save.mutate({ name: name.trim(), aliases: [...new Set(spellings)], websiteUrl: website.trim() || null });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={competitor ? words.formEdit : words.formAdd}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" form={FORM} pending={save.isPending}>
              {common.save}
            </Button>
          </>
        }
      >
        <form id={FORM} onSubmit={submit} noValidate className="flex flex-col gap-4">
          {save.isError ? <Alert kind="error">{textOf(save.error)}</Alert> : null}
          <Field label={words.formName} required>
            {(control) => (
              <Input {...control} maxLength={120} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          <Field label={words.formAliases} hint={words.formAliasesHint}>
            {(control) => (
              <Textarea {...control} rows={3} value={aliases} onChange={(event) => setAliases(event.target.value)} />
            )}
          </Field>
          <Field label={words.formWebsite} hint={words.formWebsiteHint}>
            {(control) => (
              <Input
                {...control}
                inputMode="url"
                maxLength={2048}
                placeholder="https://"
                value={website}
                onChange={(event) => setWebsite(event.target.value)}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
