import { useState, type ReactNode } from "react";

import { Field, FieldError } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { Textarea } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { saveCsv } from "@/lib/csv";
import { answerImport as words } from "@/lib/messages/answer-import";

export type Draft = { way: "file" | "paste"; file: File | null; text: string };

const MOST_BYTES = 10_000_000;
const ACCEPT = ".csv,.tsv,.json,.txt,.md,text/csv,text/plain,application/json";
const TEMPLATE = "prompt,answer,engine,date,links,locale\r\n";

type ImportSourceProps = {
  draft: Draft;
  disabled: boolean;
  onChange: (draft: Draft) => void;
  onFile: (file: File | null) => void;
  children: ReactNode;
};

/** Where the answers come from, what is to say about them, and what can be read. */
export function ImportSource({ draft, disabled, onChange, onFile, children }: ImportSourceProps) {
  const [tooLarge, setTooLarge] = useState(false);
  const pick = (file: File) => {
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) onFile(file);
  };
  return (
    <>
      <Segmented
        label={words.way}
        value={draft.way}
        onChange={(way) => onChange({ ...draft, way, file: null })}
        choices={(["file", "paste"] as const).map((value) => ({ value, label: words.ways[value] }))}
        className="self-start"
      />
      {draft.way === "file" ? (
        <div>
          <FilePicker
            label={words.file}
            accept={ACCEPT}
            invitation={words.drop}
            file={draft.file}
            onPick={pick}
            onRemove={() => onFile(null)}
          />
          {tooLarge ? <FieldError>{words.tooLarge}</FieldError> : null}
        </div>
      ) : (
        <Field label={words.paste} hint={words.pasteHint}>
          {(control) => (
            <Textarea
              {...control}
              rows={9}
              disabled={disabled}
              value={draft.text}
              onChange={(event) => onChange({ ...draft, text: event.target.value })}
            />
          )}
        </Field>
      )}
      {children}
      <Expected />
    </>
  );
}

function Expected() {
  return (
    <section className="rounded-card bg-sunken px-4 py-3 text-sm text-ink-2">
      <h3 className="font-medium text-ink">{words.expected}</h3>
      <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-4">
        {[words.table, words.json, words.plain, words.limits].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => saveCsv("answers.csv", TEMPLATE)}
        className="mt-2 min-h-6 font-medium text-accent-text underline-offset-4 hover:underline"
      >
        {words.template}
      </button>
    </section>
  );
}
