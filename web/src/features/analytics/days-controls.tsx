import { useRef, useState, type FormEvent } from "react";

import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { view as words } from "@/lib/messages/analytics";
import { useSingleKey } from "@/lib/shortcuts";

import { keptCompare, keepCompare } from "./kept-compare";
import { spanText } from "./span-text";
import { useView } from "./use-view";
import { COMPARES, daysOf, matchesWeekdays, RANGES, type Compare, type Range } from "./view";

/** One key for each range, as the keyboard help lists them. */
const KEYS: Record<string, Range> = { w: "7d", f: "28d", q: "90d", l: "12m", c: "custom" };

/** The days shown. Its keys choose a range; X starts or ends the comparison. */
export function RangeControl({ compares }: { compares: boolean }) {
  const { view, change } = useView();
  const pick = (range: Range, open: (custom: boolean) => void) => {
    open(range === "custom");
    if (range !== "custom") change({ range });
  };
  const [custom, setCustom] = useState(false);
  useSingleKey((key) => {
    const range = KEYS[key.toLowerCase()];
    if (range) pick(range, setCustom);
    else if (key.toLowerCase() === "x" && compares)
      change({ compare: view.compare === "none" ? keptCompare() : "none" });
    else return false;
    return true;
  });
  return (
    <Days
      label={words.range}
      title={words.customRange}
      className="w-28 sm:w-32"
      value={view.range}
      choices={RANGES.map((value) => ({ value, label: words.ranges[value] }))}
      days={view.range === "custom" ? { from: view.from ?? "", to: view.to ?? "" } : null}
      start={() => daysOf(view)}
      open={custom}
      onOpen={setCustom}
      onPick={(range) => pick(range, setCustom)}
      onDays={(days) => change({ range: "custom", ...days })}
    />
  );
}

/** What the days shown are compared with, and whether weekday lies on weekday. The choice is remembered. */
export function CompareControl() {
  const { view, change } = useView();
  const [custom, setCustom] = useState(false);
  const choose = (compare: Compare) => {
    setCustom(compare === "custom");
    if (compare === "custom") return;
    keepCompare(compare);
    change({ compare, match: null });
  };
  const matchable = view.compare === "previous" || view.compare === "year";
  const weekdays = matchesWeekdays(view);
  return (
    <>
      <Days
        label={words.compare}
        title={words.customCompare}
        className="min-w-32 flex-1 sm:w-40 sm:flex-none"
        value={view.compare}
        choices={COMPARES.map((value) => ({ value, label: words.compares[value] }))}
        days={view.compare === "custom" ? { from: view.compareFrom ?? "", to: view.compareTo ?? "" } : null}
        start={() => ({ from: view.compareFrom ?? "", to: view.compareTo ?? "" })}
        open={custom}
        onOpen={setCustom}
        onPick={choose}
        onDays={({ from, to }) => change({ compare: "custom", compareFrom: from, compareTo: to })}
      />
      {matchable ? (
        <Button
          variant="secondary"
          aria-pressed={weekdays}
          title={words.matchHint}
          className="max-sm:order-1 aria-pressed:border-accent-line aria-pressed:bg-accent-surface aria-pressed:text-accent-text"
          onClick={() => change({ match: weekdays ? "date" : "weekday" })}
        >
          {words.match}
        </Button>
      ) : null}
    </>
  );
}

type Span = { from: string; to: string };
type DaysProps<T extends string> = {
  label: string;
  /** Names the popover with the two days. */
  title: string;
  className: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  /** The days of one's own in force. */
  days: Span | null;
  /** What the two fields begin with. */
  start: () => Span;
  open: boolean;
  onOpen: (open: boolean) => void;
  onPick: (value: T) => void;
  onDays: (days: Span) => void;
};

/** A list of spans whose last way is two days of one's own. */
function Days<T extends string>({
  label,
  title,
  className,
  value,
  choices,
  days,
  start,
  open,
  onOpen,
  onPick,
  onDays,
}: DaysProps<T>) {
  const select = useRef<HTMLSelectElement>(null);
  const backToSelect = (event: Event) => {
    event.preventDefault();
    select.current?.focus();
  };
  return (
    <Popover open={open} onOpenChange={onOpen}>
      <PopoverAnchor asChild>
        <span className={className}>
          <Select ref={select} aria-label={label} value={value} onChange={(event) => onPick(event.target.value as T)}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        </span>
      </PopoverAnchor>
      {days && !open ? (
        <Button variant="ghost" size="sm" className="tabular" onClick={() => onOpen(true)}>
          {spanText(days)}
        </Button>
      ) : null}
      <PopoverContent label={title} align="start" onCloseAutoFocus={backToSelect}>
        <DaysForm
          start={start}
          onApply={(chosen) => {
            onDays(chosen);
            onOpen(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function DaysForm({ start, onApply }: { start: () => Span; onApply: (days: Span) => void }) {
  const [days, setDays] = useState(start);
  const [problem, setProblem] = useState<string>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!days.from || !days.to) return setProblem(words.incomplete);
    if (days.from > days.to) return setProblem(words.reversed);
    onApply(days);
  };
  return (
    <form onSubmit={apply} noValidate className="flex flex-col gap-3">
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={words[end]}>
          {(control) => (
            <Input
              type="date"
              value={days[end]}
              onChange={(event) => setDays({ ...days, [end]: event.target.value })}
              {...control}
            />
          )}
        </Field>
      ))}
      {problem ? <FieldError>{problem}</FieldError> : null}
      <Button type="submit">{words.apply}</Button>
    </form>
  );
}
