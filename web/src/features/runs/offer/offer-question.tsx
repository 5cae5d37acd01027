import { useState, type FormEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFocusPassedOn } from "@/components/ui/return-focus";
import { offer as words } from "@/lib/messages/offer";

import { useOfferCorrection } from "./use-offer-correction";

const SHORTEST = 2;
const LONGEST = 120;

type OfferQuestionProps = {
  brandId: string;
  suggestions: string[];
  /** Whether the first suggestion is in use already, as a guess. */
  guessed?: boolean;
};

/** Asks what a customer would search for, with suggestions to press. */
export function OfferQuestion({ brandId, suggestions, guessed = false }: OfferQuestionProps) {
  const [text, setText] = useState("");
  const correct = useOfferCorrection(brandId);
  const leaving = useFocusPassedOn<HTMLFormElement>();
  const say = (value: string) => correct.mutate({ slot: "category", value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim().length >= SHORTEST && !correct.isPending) say(text.trim());
  };
  return (
    <form ref={leaving} noValidate onSubmit={submit} className="mb-4 flex flex-col gap-3 rounded-field bg-sunken p-4">
      <div>
        <h3 className="font-semibold">{words.ask}</h3>
        <p className="text-sm text-ink-2">{guessed ? words.guessText : words.askText}</p>
      </div>
      {suggestions.length ? (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((suggestion) => (
            <Button key={suggestion} variant="secondary" size="sm" onClick={() => say(suggestion)}>
              {suggestion}
            </Button>
          ))}
        </div>
      ) : null}
      <div className="flex flex-wrap items-end gap-2">
        <Field label={words.own} className="min-w-0 flex-1 basis-56">
          {(control) => (
            <Input {...control} maxLength={LONGEST} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        <Button variant="primary" type="submit" pending={correct.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
