import { useQuery } from "@tanstack/react-query";
import { ListFilter, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { view as words } from "@/lib/messages/analytics";
import { localeName } from "@/lib/locale-name";
import { platformName } from "@/lib/readings";

import { enginesQuery, topicsQuery } from "./api";
import { promptsQuery } from "./api/prompts";
import { CompareControl, RangeControl } from "./days-controls";
import { useView } from "./use-view";
import { INTENTS, NO_FILTERS, type Tab, type View } from "./view";

type FilterKey = "engine" | "topic" | "intent" | "market" | "question";
const EVERY = ["engine", "topic", "intent", "market", "question"] as const;

/** What each tab's numbers obey besides the days; a control that would change nothing is not shown. */
const OBEYS: Record<Tab, { compare: boolean; filters: readonly FilterKey[] }> = {
  overview: { compare: true, filters: EVERY },
  prompts: { compare: true, filters: EVERY },
  competitors: { compare: false, filters: EVERY },
  sources: { compare: false, filters: ["engine"] },
  answers: { compare: false, filters: EVERY },
};

/** Range, comparison and filters in one bar that stays in sight. */
export function Controls({ brandId }: { brandId: string }) {
  const { view } = useView();
  const bar = useBarHeight();
  const obeys = OBEYS[view.tab];
  return (
    <div
      ref={bar}
      role="region"
      aria-label={words.filters}
      className="sticky top-16 z-20 -mx-4 border-b border-line bg-canvas/95 px-4 py-2.5 backdrop-blur-sm lg:-mx-6 lg:px-6"
    >
      <div className="flex flex-wrap items-center gap-2">
        <RangeControl compares={obeys.compare} />
        {obeys.compare ? <CompareControl /> : null}
        <Filters brandId={brandId} keys={obeys.filters} />
        <Chips brandId={brandId} keys={obeys.filters} />
      </div>
    </div>
  );
}

const HEADER = 64;

/** Heads of tables stay below this bar, however many lines its filters take. */
function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const page = document.documentElement.style;
    const watch = new ResizeObserver(() => page.setProperty("--table-top", `${HEADER + element.offsetHeight}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      page.removeProperty("--table-top");
    };
  }, []);
  return bar;
}

type Choice = { value: string; label: string };

/**
 * The values each filter offers, and their names; questions and their markets are asked for when wanted.
 */
function useChoices(brandId: string, questions: boolean): Record<FilterKey, Choice[]> {
  const prompts = useQuery({ ...promptsQuery(brandId), enabled: questions });
  const engines = useQuery(enginesQuery);
  const topics = useQuery(topicsQuery(brandId));
  return {
    engine: (engines.data ?? [])
      .filter((engine) => engine.status === "connected" && engine.basis === "assistants")
      .map((engine) => ({ value: engine.id, label: platformName(engine.id, engine.name) })),
    topic: (topics.data?.data ?? []).map(({ name }) => ({ value: name, label: name || words.noTopic })),
    intent: INTENTS.map((value) => ({ value, label: words.intents[value] ?? value })),
    market: [...new Set((prompts.data?.data ?? []).map(({ locale }) => locale))].map((value) => ({
      value,
      label: localeName(value),
    })),
    question: (prompts.data?.data ?? []).map(({ id, text }) => ({ value: id, label: text })),
  };
}

const TITLES: Record<FilterKey, string> = {
  engine: words.engine,
  topic: words.topic,
  intent: words.intent,
  market: words.market,
  question: words.question,
};

function Filters({ brandId, keys }: { brandId: string; keys: readonly FilterKey[] }) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="secondary" className="max-sm:size-11 max-sm:px-0">
          <ListFilter aria-hidden size={16} /> <span className="max-sm:sr-only">{words.addFilter}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent label={words.addFilter} align="start" className="max-h-[min(70dvh,520px)] overflow-y-auto">
        <FilterGroups brandId={brandId} keys={keys} />
      </PopoverContent>
    </Popover>
  );
}

/** A single market is no choice; it shows where it was chosen elsewhere. */
function FilterGroups({ brandId, keys }: { brandId: string; keys: readonly FilterKey[] }) {
  const { view, change } = useView();
  const choices = useChoices(brandId, keys.includes("market"));
  const offered = (key: FilterKey) => choices[key].length > (key === "market" && !view.market.length ? 1 : 0);
  const toggle = (key: FilterKey, value: string) => {
    const chosen = view[key];
    change({
      [key]: chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value],
    } as Partial<View>);
  };
  return (
    <div className="flex flex-col gap-5">
      {keys.map((key) =>
        offered(key) ? (
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

/** Each active filter, with a button that clears it. */
function Chips({ brandId, keys }: { brandId: string; keys: readonly FilterKey[] }) {
  const { view, change } = useView();
  const choices = useChoices(brandId, view.question.length > 0);
  const chips = keys.flatMap((key) =>
    view[key].map((value) => ({
      key,
      value,
      label: `${TITLES[key]}: ${choices[key].find((choice) => choice.value === value)?.label ?? (key === "market" ? localeName(value) : value || words.noTopic)}`,
    })),
  );
  if (!chips.length) return null;
  return (
    <ul aria-label={words.active} className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, value, label }) => (
        <li key={key + value}>
          <Chip
            label={label}
            onRemove={() => change({ [key]: view[key].filter((item) => item !== value) } as Partial<View>)}
          />
        </li>
      ))}
      <li>
        <Button variant="link" size="sm" title={words.clearHint} onClick={() => change({ ...NO_FILTERS })}>
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
      <button
        type="button"
        aria-label={words.removeFilter(label)}
        onClick={onRemove}
        className="inline-flex size-8 items-center justify-center rounded-full hover:text-ink"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  );
}
