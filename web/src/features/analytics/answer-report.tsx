import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { useEffect, useState, type FormEvent, type RefObject } from "react";

import { brandResults } from "@/api/results";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { textOf } from "@/lib/http";
import { answer as words } from "@/lib/messages/analytics-answer";
import { toast } from "@/lib/toast";

import { useMayRun } from "./answer-facts";
import { findWords, selectedIn, type Stretch } from "./answer-selection";
import { answerQuery, correctAnswer, trackedNamesQuery, type Answer, type Correction } from "./api/answers";

type ReportProps = { answer: Answer; textRef: RefObject<HTMLDivElement | null> };

/** For editors: says what was read wrongly, by selecting the words. */
export function AnswerReport(props: ReportProps) {
  const mayRun = useMayRun();
  const [open, setOpen] = useState(false);
  if (!mayRun) return null;
  if (open) return <ReportForm {...props} onClose={() => setOpen(false)} />;
  return (
    <Button variant="ghost" size="sm" className="-ml-3 mt-2" onClick={() => setOpen(true)}>
      <Flag aria-hidden size={16} /> {words.report}
    </Button>
  );
}

/** Follows the reader's selection inside the answer. */
function useSelected(textRef: ReportProps["textRef"], text: string, onSelect: (stretch: Stretch) => void): void {
  useEffect(() => {
    const read = () => {
      const found = textRef.current ? selectedIn(textRef.current, text, document.getSelection()) : null;
      if (found) onSelect(found);
    };
    read();
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, [textRef, text, onSelect]);
}

function ReportForm({ answer, textRef, onClose }: ReportProps & { onClose: () => void }) {
  const client = useQueryClient();
  const names = useQuery(trackedNamesQuery(answer.brandId));
  const [stretch, setStretch] = useState<Stretch | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [entity, setEntity] = useState("brand");
  const [kind, setKind] = useState<Correction["kind"]>("not-this-brand");
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const [take] = useState(() => (found: Stretch) => {
    setStretch(found);
    setTyped(null);
    setProblem(undefined);
  });
  useSelected(textRef, answer.text, take);
  const send = useMutation({
    mutationFn: (correction: Correction) => correctAnswer(answer.id, correction),
    onSuccess: ({ rescoring }) => {
      toast({ title: rescoring ? words.sentReading : words.sentKept, variant: "success" });
      void client.invalidateQueries({ queryKey: answerQuery(answer.id).queryKey });
      void client.invalidateQueries({ queryKey: brandResults(answer.brandId) });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = typed === null ? stretch : findWords(answer.text, typed);
    if (!found) return setProblem(words.missing);
    send.mutate({ kind, entity, start: found.start, end: found.end, note: note.trim() });
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={words.reportTitle}
      className="mt-4 flex flex-col gap-4 rounded-card border border-line bg-canvas p-4"
    >
      <div>
        <h4 className="font-medium">{words.reportTitle}</h4>
        <p className="mt-1 text-sm text-ink-2">{words.reportText}</p>
      </div>
      {send.isError ? <Alert kind="error">{textOf(send.error)}</Alert> : null}
      <Field label={words.words} hint={words.wordsHint} error={problem} required>
        {(control) => (
          <Input
            {...control}
            value={typed ?? stretch?.text ?? ""}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <Field label={words.kind}>
        {(control) => (
          <Select {...control} value={kind} onChange={(event) => setKind(event.target.value as Correction["kind"])}>
            {Object.entries(words.kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.name}>
        {(control) => (
          <Select {...control} value={entity} onChange={(event) => setEntity(event.target.value)}>
            <option value="brand">{words.brand}</option>
            {names.data?.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.note} hint={words.noteHint}>
        {(control) => (
          <Input {...control} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" pending={send.isPending}>
          {words.send}
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
