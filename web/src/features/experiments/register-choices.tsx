import { useState } from "react";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { experiments as words } from "@/lib/messages/experiments";

import type { Registering } from "./api/controlled";

const WEEKS = [2, 4, 6, 8, 12];
/** Points of gain that are asked for unless others are. */
export const EFFECT = 10;
const [LEAST_EFFECT, MOST_EFFECT] = [1, 100];
const METRICS = ["content", "mentionRate", "citationRate"] as const;
const ASSIGNMENTS = ["chosen", "by-lot"] as const;

type ChoicesProps = {
  asked: Registering;
  set: (change: Partial<Registering>) => void;
  /** Whether every number is one that can be asked for as it stands. */
  onWhole: (whole: boolean) => void;
};

/** Who gets the change, what is compared, for how long, and which gain would be worth it. */
export function Choices({ asked, set, onWhole }: ChoicesProps) {
  return (
    <>
      <Field label={words.assignment}>
        {(control) => (
          <Select
            {...control}
            value={asked.assignment}
            onChange={(event) => set({ assignment: ASSIGNMENTS.find((one) => one === event.target.value) ?? "chosen" })}
          >
            {ASSIGNMENTS.map((one) => (
              <option key={one} value={one}>
                {words.assignments[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={words.metric}>
          {(control) => (
            <Select
              {...control}
              value={asked.metric}
              onChange={(event) => set({ metric: METRICS.find((one) => one === event.target.value) ?? "content" })}
            >
              {METRICS.map((one) => (
                <option key={one} value={one}>
                  {words.metrics[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.weeks}>
          {(control) => (
            <Select {...control} value={asked.weeks} onChange={(event) => set({ weeks: Number(event.target.value) })}>
              {WEEKS.map((weeks) => (
                <option key={weeks} value={weeks}>
                  {words.weeksOf(weeks)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Effect effect={asked.effect ?? EFFECT} onChange={(effect) => set({ effect })} onWhole={onWhole} />
    </>
  );
}

type EffectProps = { effect: number; onChange: (effect: number) => void; onWhole: (whole: boolean) => void };

/** Keeps what is typed until it is left, then brings it into range; left empty, it is as it was. */
function Effect({ effect, onChange, onWhole }: EffectProps) {
  const [text, setText] = useState(String(effect));
  const type = (typed: string) => {
    setText(typed);
    const value = Number(typed);
    const fits = value >= LEAST_EFFECT && value <= MOST_EFFECT;
    onWhole(fits);
    if (fits && value !== effect) onChange(value);
  };
  const leave = () => type(String(text.trim() ? Math.min(MOST_EFFECT, Math.max(LEAST_EFFECT, Number(text))) : effect));
  return (
    <Field label={words.effect}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min={LEAST_EFFECT}
          max={MOST_EFFECT}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
        />
      )}
    </Field>
  );
}
