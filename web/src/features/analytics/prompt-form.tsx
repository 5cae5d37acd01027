import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { textOf } from "@/lib/http";
import { prompts as words } from "@/lib/messages/analytics-tables";
import { view as common } from "@/lib/messages/analytics";

import { topicsQuery, type Prompt } from "./api";
import { addPrompt, changePrompt, type PromptDraft } from "./api/prompts";
import { useChange } from "./use-change";
import { INTENTS } from "./view";

const TEXT_MAX = 500;
const FORM = "prompt-form";

/** What a change of a question is taken back to. */
const before = ({ text, topic, intent }: Prompt): PromptDraft => ({
  text,
  topic,
  ...(intent === "branded" ? {} : { intent }),
});

/** Adds a question, or changes one; a refusal stays beside what was typed. */
export function PromptForm({
  brandId,
  prompt,
  onClose,
}: {
  brandId: string;
  prompt: Prompt | null;
  onClose: () => void;
}) {
  const [text, setText] = useState(prompt?.text ?? "");
  const [topic, setTopic] = useState(prompt?.topic ?? "");
  const [intent, setIntent] = useState<string>(prompt?.intent ?? "");
  const topics = useQuery(topicsQuery(brandId));
  const save = useChange(
    brandId,
    (draft: PromptDraft) => (prompt ? changePrompt(brandId, prompt.id, draft) : addPrompt(brandId, draft)),
    () => ({
      said: () => (prompt ? words.changed : words.added),
      ...(prompt ? { undo: (changed: Prompt) => changePrompt(brandId, changed.id, before(prompt)) } : {}),
      onDone: onClose,
      quiet: true,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = topic.trim() || prompt ? { topic: topic.trim() } : {};
    save.mutate({
      text: text.trim(),
      ...named,
      ...(intent ? { intent: intent as NonNullable<PromptDraft["intent"]> } : {}),
    });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={prompt ? words.formEdit : words.formAdd}
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
          <Field label={words.formText} required hint={words.formHint} aside={`${Array.from(text).length}/${TEXT_MAX}`}>
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                maxLength={TEXT_MAX}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <Field label={words.formTopic} hint={prompt ? undefined : words.formTopicHint}>
            {(control) => (
              <Input
                {...control}
                list="prompt-topics"
                maxLength={120}
                value={topic}
                onChange={(event) => setTopic(event.target.value)}
              />
            )}
          </Field>
          <datalist id="prompt-topics">
            {topics.data?.data.map(({ name }) => (name ? <option key={name} value={name} /> : null))}
          </datalist>
          <Field label={words.formIntent}>
            {(control) => (
              <Select {...control} value={intent} onChange={(event) => setIntent(event.target.value)}>
                {prompt ? null : <option value="">{words.formIntentAuto}</option>}
                {INTENTS.map((value) => (
                  <option key={value} value={value}>
                    {common.intents[value]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
