import { Download, X } from "lucide-react";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { statusWords } from "@/lib/messages/answered";
import { traffic as words } from "@/lib/messages/traffic";

import { csvAddress, type Asked, type Traffic } from "./api";
import {
  daysOfRange,
  FIRST_DAY,
  isInBounds,
  isNarrowed,
  LAST_DAY,
  NO_FILTERS,
  PURPOSES,
  RANGES,
  rangeOf,
  useTrafficView,
  type Range,
} from "./view";

type DaysProps = { newest: string; asked: Asked; limited: boolean };

/** Which days are shown; a plan that shows seven has nothing to choose. */
export function DaysControl({ newest, asked, limited }: DaysProps) {
  const { change } = useTrafficView();
  if (limited) return null;
  const range = rangeOf(asked, newest);
  return (
    <>
      <Field label={words.range} labelHidden className="max-sm:w-full sm:w-48">
        {(control) => (
          <Select
            {...control}
            value={range}
            onChange={(event) => change(daysOfRange(event.target.value as Range, newest))}
          >
            {RANGES.map((each) => (
              <option key={each} value={each}>
                {words.ranges[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {range === "custom" ? <OwnDays asked={asked} newest={newest} /> : null}
    </>
  );
}

const ENDS = ["from", "to"] as const;
type End = (typeof ENDS)[number];

/** The browser's own calendars. What is typed counts once the field is left, or with Enter. */
function OwnDays({ asked, newest }: { asked: Asked; newest: string }) {
  const { change } = useTrafficView();
  const days = { from: asked.from ?? "", to: asked.to ?? newest };
  const [draft, setDraft] = useState(days);
  const [seen, setSeen] = useState(days);
  const [wrong, setWrong] = useState<{ end: End; text: string } | null>(null);
  if (seen.from !== days.from || seen.to !== days.to) {
    setSeen(days);
    setDraft(days);
    setWrong(null);
  }
  const commit = (end: End) => {
    const { from, to } = draft;
    const said = [from, to].filter(Boolean);
    const text = !said.every(isInBounds) ? words.bounds : from && to && from > to ? words.order : null;
    setWrong(text ? { end, text } : null);
    if (text) return;
    if (!draft[end]) setDraft({ ...draft, [end]: days[end] });
    else if (from !== days.from || to !== days.to) change({ from: from || null, to: to || null });
  };
  return ENDS.map((end) => (
    <Field
      key={end}
      label={words[end]}
      labelHidden
      className="max-sm:flex-1"
      error={wrong?.end === end ? wrong.text : undefined}
    >
      {(control) => (
        <Input
          {...control}
          type="date"
          value={draft[end]}
          min={FIRST_DAY}
          max={LAST_DAY}
          onChange={(event) => setDraft({ ...draft, [end]: event.target.value })}
          onBlur={() => commit(end)}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit(end);
          }}
        />
      )}
    </Field>
  ));
}

type FiltersProps = { brandId: string; all: Traffic; asked: Asked; newest: string };

/** Days, bot, purpose and answer, all in the address; and what is shown as a file. */
export function Filters({ brandId, all, asked, newest }: FiltersProps) {
  const { change } = useTrafficView();
  const bots = withChosen([...new Set(all.bots.map(({ bot }) => bot))], asked.bot);
  const statuses = withChosen(
    [...new Set(all.statuses.map(({ status }) => status))].sort((a, b) => a - b),
    asked.status,
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <DaysControl newest={newest} asked={asked} limited={all.limited} />
      <Choice
        label={words.bot}
        none={words.allBots}
        value={asked.bot ?? ""}
        choices={bots.map((bot) => [bot, bot])}
        onChange={(bot) => change({ bot })}
      />
      <Choice
        label={words.purpose}
        none={words.allPurposes}
        value={asked.purpose ?? ""}
        choices={PURPOSES.map((purpose) => [purpose, words.purposes[purpose]])}
        onChange={(purpose) => change({ purpose })}
      />
      <Choice
        label={words.status}
        none={words.allStatuses}
        value={asked.status === undefined ? "" : String(asked.status)}
        choices={statuses.map((status) => [String(status), [status, statusWords(status)].join(" ").trim()])}
        onChange={(status) => change({ status })}
      />
      {isNarrowed(asked) ? (
        <Button variant="ghost" onClick={() => change(NO_FILTERS)}>
          <X aria-hidden size={16} />
          {words.clear}
        </Button>
      ) : null}
      <a
        href={csvAddress(brandId, asked)}
        download
        aria-label={words.csvLabel}
        className={buttonClass("ghost", "md", "sm:ml-auto")}
      >
        <Download aria-hidden size={16} />
        {words.csv}
      </a>
    </div>
  );
}

/** What the address names stays choosable where these days have none of it. */
const withChosen = <T,>(known: T[], chosen: T | undefined): T[] =>
  chosen === undefined || known.includes(chosen) ? known : [...known, chosen];

type ChoiceProps = {
  label: string;
  none: string;
  value: string;
  choices: [string, string][];
  onChange: (value: string | null) => void;
  wide?: boolean;
};

/** A filter: one of some, or none. */
export function Choice({ label, none, value, choices, onChange, wide = false }: ChoiceProps) {
  return (
    <Field
      label={label}
      labelHidden
      className={wide ? "max-sm:w-full sm:w-64" : "max-sm:min-w-[calc(50%-4px)] max-sm:flex-1 sm:w-40"}
    >
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">{none}</option>
          {choices.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
