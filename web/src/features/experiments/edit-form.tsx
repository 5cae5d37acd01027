import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { countText } from "@/lib/count";
import { textOf } from "@/lib/http";
import { whatIf as words } from "@/lib/messages/whatif";
import { useEditing } from "@/lib/use-editing";

import { experimentsQuery, runExperiment, type Edit } from "./api";
import { editOf, problemsOf, type Draft, type DraftProblems } from "./edits";

type EditFormProps = {
  brandId: string;
  recommendationId: string | null;
  about: string | null;
  start: Draft;
  onStarted: (id: string) => void;
};

/** One change to try: a text added, replaced or removed. A refusal loses nothing that was typed. */
export function EditForm({ brandId, recommendationId, about, start, onStarted }: EditFormProps) {
  const client = useQueryClient();
  const { canEdit } = useEditing(brandId);
  const [draft, setDraft] = useState(start);
  const [problems, setProblems] = useState<DraftProblems>({});
  const run = useMutation({
    mutationFn: () =>
      runExperiment(brandId, {
        label: draft.label.trim(),
        changes: [editOf(draft)],
        ...(recommendationId ? { recommendationId } : {}),
      }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: experimentsQuery(brandId).queryKey });
      onStarted(id);
    },
  });
  const change = (patch: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...patch }));
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(draft);
    setProblems(found);
    if (!Object.keys(found).length) run.mutate();
  };
  if (!canEdit) return <Alert kind="info">{words.readOnly}</Alert>;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {about ? <p className="text-ink-2">{words.about(about)}</p> : null}
      <Field label={words.action}>
        {(control) => (
          <Select
            {...control}
            value={draft.action}
            onChange={(event) => change({ action: event.target.value as Edit["action"] })}
          >
            {Object.entries(words.actions).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.source} required hint={words.sourceHint} error={problems.source}>
        {(control) => (
          <Input
            {...control}
            maxLength={2048}
            value={draft.source}
            onChange={(event) => change({ source: event.target.value })}
          />
        )}
      </Field>
      {draft.action === "remove" ? null : (
        <>
          <Field label={words.heading}>
            {(control) => (
              <Input
                {...control}
                maxLength={300}
                value={draft.title}
                onChange={(event) => change({ title: event.target.value })}
              />
            )}
          </Field>
          <Field
            label={words.words}
            required
            hint={words.wordsHint}
            error={problems.text}
            aside={countText(draft.text.length)}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={10}
                maxLength={200_000}
                value={draft.text}
                onChange={(event) => change({ text: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
      <Field label={words.label}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            placeholder={words.labelPlaceholder}
            value={draft.label}
            onChange={(event) => change({ label: event.target.value })}
          />
        )}
      </Field>
      {run.error ? <Alert kind="error">{textOf(run.error)}</Alert> : null}
      <Button type="submit" pending={run.isPending} className="self-start">
        {words.run}
      </Button>
    </form>
  );
}
