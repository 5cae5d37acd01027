import { useQuery } from "@tanstack/react-query";
import { ListFilter, X } from "lucide-react";
import { useId, useRef, useState, type FormEvent, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverAnchor, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { view as words } from "@/lib/messages/analytics";
import { platformName } from "@/lib/readings";

import { enginesQuery, topicsQuery } from "./api";
import { useView } from "./use-view";
import { COMPARES, daysOf, INTENTS, NO_FILTERS, RANGES, type Compare, type Range, type Tab, type View } from "./view";

type FilterKey = "engine" | "topic" | "intent";

/** What each tab's numbers obey besides the days; a control that would change nothing is not shown. */
const OBEYS: Record<Tab, { compare: boolean; filters: readonly FilterKey[] }> = {
  overview: { compare: true, filters: ["engine", "topic", "intent"] },
  prompts: { compare: true, filters: ["engine", "topic", "intent"] },
  competitors: { compare: false, filters: ["engine", "topic", "intent"] },
  sources: { compare: false, filters: ["engine"] },
  answers: { compare: false, filters: ["engine", "topic", "intent"] },
};

/** Range, comparison and filters in one bar that stays in sight. */
export function Controls({ brandId }: { brandId: string }) {
  const { view } = useView();
  const obeys = OBEYS[view.tab];
  return (
    <div role="region" aria-label={words.filters} className="sticky top-16 z-20 -mx-4 border-b border-line bg-canvas/95 px-4 py-2.5 backdrop-blur-sm lg:-mx-6 lg:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <RangeControl />
        {obeys.compare ? <CompareControl /> : null}
        <Filters brandId={brandId} keys={obeys.filters} />
        <Chips brandId={brandId} keys={obeys.filters} />
      </div>
    </div>
  );
}

function RangeControl() {
  const { view, change } = useView();
  const [custom, setCustom] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const backToSelect = (event: Event) => {
    event.preventDefault();
    select.current?.focus();
  };
  const pick = (range: Range) => {
    setCustom(range === "custom");
    if (range !== "custom") change({ range });
  };
  return (
    <Popover open={custom} onOpenChange={setCustom}>
      <PopoverAnchor asChild>
        <span className="w-28 sm:w-32">
          <Select ref={select} aria-label={words.range} value={view.range} onChange={(event) => pick(event.target.value as Range)}>
            {RANGES.map((range) => (
              <option key={range} value={range}>
                {words.ranges[range]}
              </option>
            ))}
          </Select>
        </span>
      </PopoverAnchor>
      {view.range === "custom" && !custom ? (
        <Button look="ghost" size="sm" className="tabular" onClick={() => setCustom(true)}>
          {words.span(view.from ?? "", view.to ?? "")}
        </Button>
      ) : null}
      <PopoverContent label={words.customRange} align="start" onCloseAutoFocus={backToSelect}>
        <CustomRange onDone={() => setCustom(false)} />
      </PopoverContent>
    </Popover>
  );
}

function CustomRange({ onDone }: { onDone: () => void }) {
  const { view, change } = useView();
  const [days, setDays] = useState(() => daysOf(view));
  const [problem, setProblem] = useState<string>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!days.from || !days.to) return setProblem(words.incomplete);
    if (days.from > days.to) return setProblem(words.reversed);
    change({ range: "custom", ...days });
    onDone();
  };
  return (
    <form onSubmit={apply} noValidate className="flex flex-col gap-3">
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={words[end]}>
          {(control) => <Input type="date" value={days[end]} onChange={(event) => setDays({ ...days, [end]: event.target.value })} {...control} />}
        </Field>
      ))}
      {problem ? <FieldError>{problem}</FieldError> : null}
      <Button type="submit">{words.apply}</Button>
    </form>
  );
}

function CompareControl() {
  const { view, change } = useView();
  return (
    <span className="min-w-0 flex-1 sm:w-40 sm:flex-none">
      <Select aria-label={words.compare} value={view.compare} onChange={(event) => change({ compare: event.target.value as Compare })}>
        {COMPARES.map((compare) => (
          <option key={compare} value={compare}>
            {words.compares[compare]}
          </option>
        ))}
      </Select>
    </span>
  );
}

type Choice = { value: string; label: string };

/** The values each filter offers, and their names. */
function useChoices(brandId: string): Record<FilterKey, Choice[]> {
  const engines = useQuery(enginesQuery);
  const topics = useQuery(topicsQuery(brandId));
  return {
    engine: (engines.data ?? [])
      .filter((engine) => engine.status === "connected" && engine.basis === "assistants")
      .map((engine) => ({ value: engine.id, label: platformName(engine.id, engine.name) })),
    topic: (topics.data?.data ?? []).map(({ name }) => ({ value: name, label: name || words.noTopic })),
    intent: INTENTS.map((value) => ({ value, label: words.intents[value] ?? value })),
  };
}

const TITLES: Record<FilterKey, string> = { engine: words.engine, topic: words.topic, intent: words.intent };

function Filters({ brandId, keys }: { brandId: string; keys: readonly FilterKey[] }) {
  const { view, change } = useView();
  const choices = useChoices(brandId);
  const toggle = (key: FilterKey, value: string) => {
    const chosen = view[key];
    change({ [key]: chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value] } as Partial<View>);
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button look="secondary" className="max-sm:size-11 max-sm:px-0">
          <ListFilter aria-hidden size={16} /> <span className="max-sm:sr-only">{words.addFilter}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent label={words.addFilter} align="start" className="max-h-[min(70dvh,520px)] overflow-y-auto">
        <div className="flex flex-col gap-5">
          {keys.map((key) =>
            choices[key].length ? (
              <FilterGroup key={key} title={TITLES[key]}>
                {choices[key].map(({ value, label }) => (
                  <CheckLine key={value} checked={view[key].includes(value)} onChange={() => toggle(key, value)}>
                    {label}
                  </CheckLine>
                ))}
              </FilterGroup>
            ) : null,
          )}
        </div>
      </PopoverContent>
    </Popover>
  );
}

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-ink-2">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Shows its tick at once; the address follows a moment later and decides. */
function CheckLine({ checked, onChange, children }: { checked: boolean; onChange: () => void; children: ReactNode }) {
  const id = useId();
  const [ticked, setTicked] = useState(checked);
  const [known, setKnown] = useState(checked);
  if (known !== checked) {
    setKnown(checked);
    setTicked(checked);
  }
  const toggle = () => {
    setTicked(!ticked);
    onChange();
  };
  return (
    <div className="flex min-h-9 items-center gap-2.5">
      <input id={id} type="checkbox" checked={ticked} onChange={toggle} className="size-4 accent-(--accent)" />
      <label htmlFor={id} className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {children}
      </label>
    </div>
  );
}

/** Each active filter with a way out of it. */
function Chips({ brandId, keys }: { brandId: string; keys: readonly FilterKey[] }) {
  const { view, change } = useView();
  const choices = useChoices(brandId);
  const chips = keys.flatMap((key) =>
    view[key].map((value) => ({ key, value, label: `${TITLES[key]}: ${choices[key].find((choice) => choice.value === value)?.label ?? (value || words.noTopic)}` })),
  );
  if (!chips.length) return null;
  return (
    <ul aria-label={words.active} className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, value, label }) => (
        <li key={key + value}>
          <Chip label={label} onRemove={() => change({ [key]: view[key].filter((item) => item !== value) } as Partial<View>)} />
        </li>
      ))}
      <li>
        <Button look="link" size="sm" title={words.clearHint} onClick={() => change({ ...NO_FILTERS })}>
          {words.clear}
        </Button>
      </li>
    </ul>
  );
}

/** A filter in force, and the button that ends it. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex min-h-8 items-center gap-1 rounded-full border border-accent-line bg-accent-surface pl-3 text-sm text-accent-text">
      <span className="max-w-64 truncate">{label}</span>
      <button type="button" aria-label={words.removeFilter(label)} onClick={onRemove} className="inline-flex size-8 items-center justify-center rounded-full hover:text-ink">
        <X aria-hidden size={14} />
      </button>
    </span>
  );
}
