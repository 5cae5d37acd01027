import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { PartProps } from "@/components/ui/lazy-part";
import { textOf } from "@/lib/http";
import { notes as words } from "@/lib/messages/notes";
import { toast } from "@/lib/toast";
import { useMembership } from "@/lib/use-membership";

import { changeNote, notesKey, writeNote, type Note, type NoteDraft } from "./api";

type NoteDialogProps = PartProps & { brandId: string; days: { from: string; to: string }; note: Note | null };

const MOST = 300;
const FORM = "chart-note";

/** A note on a day: what happened, and who sees it. */
export function NoteDialog({ brandId, days, note, onClose }: NoteDialogProps) {
  const client = useQueryClient();
  const role = useMembership()?.role;
  const personalOnly = role === "viewer" || role === "billing";
  const [draft, setDraft] = useState<NoteDraft>({
    day: note?.day ?? days.to,
    text: note?.text ?? "",
    scope: personalOnly || note?.kind === "personal" ? "personal" : "workspace",
  });
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      note?.id ? changeNote(note.id, { day: draft.day, text: draft.text }) : writeNote(brandId, draft),
    onSuccess: () => {
      toast({ variant: "success", title: words.saved });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: notesKey(brandId) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (draft.text.trim() && draft.day && !save.isPending) save.mutate();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={note ? words.editTitle : words.addTitle}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" form={FORM} pending={save.isPending}>
              {words.save}
            </Button>
          </>
        }
      >
        <form id={FORM} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {save.isError ? <Alert kind="error">{textOf(save.error)}</Alert> : null}
          <Field
            label={words.text}
            aside={`${draft.text.length}/${MOST}`}
            error={tried && !draft.text.trim() ? words.textMissing : undefined}
            required
          >
            {(control) => (
              <Input
                {...control}
                value={draft.text}
                maxLength={MOST}
                autoFocus
                autoComplete="off"
                onChange={(event) => setDraft({ ...draft, text: event.target.value })}
              />
            )}
          </Field>
          <Field label={words.day} error={tried && !draft.day ? words.dayMissing : undefined} required>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={draft.day}
                onChange={(event) => setDraft({ ...draft, day: event.target.value })}
              />
            )}
          </Field>
          {note ? null : (
            <fieldset>
              <legend className="text-sm font-medium">{words.scope}</legend>
              {(["workspace", "personal"] as const).map((scope) => (
                <label key={scope} className="mt-2 flex items-start gap-2">
                  <input
                    type="radio"
                    name="scope"
                    className="mt-1 size-4 shrink-0 accent-accent"
                    checked={draft.scope === scope}
                    disabled={personalOnly && scope === "workspace"}
                    onChange={() => setDraft({ ...draft, scope })}
                  />
                  {words.scopes[scope]}
                </label>
              ))}
              {personalOnly ? <p className="mt-1 text-sm text-ink-2">{words.personalOnly}</p> : null}
            </fieldset>
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}
