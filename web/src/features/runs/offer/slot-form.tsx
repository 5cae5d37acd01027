import { useState, type FormEvent, type KeyboardEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field, type FieldControl } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { offer as words } from "@/lib/messages/offer";

import type { Offer, Slot } from "../api/offer";

import { useOfferCorrection } from "./use-offer-correction";

const LONGEST = { category: 120, audience: 1_000, place: 120 } as const;

type SlotFormProps = { brandId: string; slot: Slot; offer: Offer; onClose: () => void };

/** One slot under a person's hands: Enter saves, Escape leaves it as it was. */
export function SlotForm({ brandId, slot, offer, onClose }: SlotFormProps) {
  const before = offer[slot]?.value ?? "";
  const [value, setValue] = useState<string>(before);
  const [missing, setMissing] = useState(false);
  const correct = useOfferCorrection(brandId, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = value.trim();
    if (text === before) onClose();
    // Nothing said cannot be taken back: what the pages say would stay, and be called changed.
    else if (!text && slot !== "place" && !offer.said.includes(slot)) setMissing(true);
    else if (!correct.isPending) correct.mutate({ slot, value: text || slot === "place" ? text : null });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in any of its fields
    <form noValidate onSubmit={submit} onKeyDown={leave} className="mt-1 flex flex-col gap-2">
      <Field
        label={words.slots[slot]}
        labelHidden
        hint={words.hints[slot]}
        error={missing && !value.trim() ? words.empty : undefined}
      >
        {(control) => <Control slot={slot} value={value} onChange={setValue} control={control} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="sm" type="submit" pending={correct.isPending}>
          {words.save}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {words.cancel}
        </Button>
        {offer.said.includes(slot) ? (
          <Button variant="ghost" size="sm" onClick={() => correct.mutate({ slot, value: null })}>
            {words.takeBack}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

type ControlProps = { slot: Slot; value: string; onChange: (value: string) => void; control: FieldControl };

function Control({ slot, value, onChange, control }: ControlProps) {
  if (slot !== "kind")
    return (
      <Input
        {...control}
        autoFocus
        maxLength={LONGEST[slot]}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <Select {...control} autoFocus value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{words.choose}</option>
      {Object.entries(words.kinds).map(([kind, name]) => (
        <option key={kind} value={kind}>
          {name}
        </option>
      ))}
    </Select>
  );
}
