import { X } from "lucide-react";
import { useState, type KeyboardEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { onboarding } from "@/lib/messages/onboarding";
import { limits } from "@/lib/messages/validation";

const MAX_ALIASES = 10;

/** Spelling variants as chips: Enter or a comma adds one, Backspace in an empty field takes the last away. */
export function AliasInput({ value, onChange }: { value: string[]; onChange: (next: string[]) => void }) {
  const [text, setText] = useState("");
  const full = value.length >= MAX_ALIASES;

  const add = () => {
    const alias = text.replaceAll(",", " ").trim().replace(/\s+/g, " ");
    setText("");
    const known = value.some((item) => item.toLocaleLowerCase() === alias.toLocaleLowerCase());
    if (alias && !known && !full) onChange([...value, alias]);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === "Enter" || event.key === ",") && text.trim()) {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "") {
      onChange(value.slice(0, -1));
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={onboarding.aliasesLabel} hint={onboarding.aliasesHint}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              value={text}
              disabled={full}
              maxLength={limits.businessName}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={handleKey}
              onBlur={add}
            />
            <Button variant="secondary" className="h-11 sm:h-10" disabled={!text.trim() || full} onClick={add}>
              {onboarding.addAlias}
            </Button>
          </span>
        )}
      </Field>
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((alias) => (
            <li
              key={alias}
              className="inline-flex max-w-full items-center gap-0.5 rounded-full border border-line bg-sunken pl-3 pr-1"
            >
              <span className="truncate text-sm">{alias}</span>
              <button
                type="button"
                aria-label={onboarding.removeAlias(alias)}
                onClick={() => onChange(value.filter((item) => item !== alias))}
                className="inline-flex size-7 shrink-0 items-center justify-center rounded-full text-ink-3 hover:bg-hover hover:text-ink"
              >
                <X aria-hidden size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
