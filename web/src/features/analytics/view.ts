import { addDays, format, isValid, parseISO, subMonths } from "date-fns";

export const TABS = ["overview", "prompts", "competitors", "sources", "answers"] as const;
export const RANGES = ["7d", "28d", "90d", "12m", "custom"] as const;
export const COMPARES = ["previous", "year", "custom", "none"] as const;
const MATCHES = ["weekday", "date"] as const;
export const SERIES = ["total", "engine", "competitor"] as const;
export const METRICS = [
  "content",
  "mentionRate",
  "shareOfVoice",
  "avgPosition",
  "sentiment",
  "citationRate",
  "recommendationRate",
  "overall",
  "technical",
] as const;
export const INTENTS = ["discovery", "comparison", "problem", "how-to"] as const;
const CLASSES = ["owned", "competitor", "editorial", "community", "reference", "institutional"] as const;
const TONES = ["positive", "neutral", "negative"] as const;
const BASES = ["assistants", "simulator", "imported"] as const;
const STATUSES = ["completed", "refused", "failed"] as const;

export type Tab = (typeof TABS)[number];
export type Range = (typeof RANGES)[number];
export type Compare = (typeof COMPARES)[number];
export type SeriesBy = (typeof SERIES)[number];
export type MetricName = (typeof METRICS)[number];

/** Everything that decides what the analytics screens show. It lives in the address and nowhere else. */
export type View = {
  tab: Tab;
  range: Range;
  /** Inclusive days, only with the custom range. */
  from: string | null;
  to: string | null;
  compare: Compare;
  /** Inclusive days to compare with, only with a comparison of one's own. */
  compareFrom: string | null;
  compareTo: string | null;
  /** Weekday on weekday or date on date; null is what the comparison does by itself. */
  match: (typeof MATCHES)[number] | null;
  engine: string[];
  topic: string[];
  intent: string[];
  /** Locales of the questions. */
  market: string[];
  /** Ids of questions. */
  question: string[];
  metric: MetricName;
  series: SeriesBy;
  prompt: string | null;
  /** Filters of the sources and answers tabs. */
  group: "domain" | "url";
  class: (typeof CLASSES)[number] | null;
  mentioned: "true" | "false" | null;
  /** Only the answers that the numbers of these days count. */
  counted: "true" | null;
  basis: (typeof BASES)[number] | null;
  sentiment: (typeof TONES)[number] | null;
  status: (typeof STATUSES)[number] | null;
  domain: string | null;
  entity: string | null;
  q: string;
};

export const DEFAULT_VIEW: View = {
  tab: "overview",
  range: "90d",
  from: null,
  to: null,
  compare: "previous",
  compareFrom: null,
  compareTo: null,
  match: null,
  engine: [],
  topic: [],
  intent: [],
  market: [],
  question: [],
  metric: "content",
  series: "total",
  prompt: null,
  group: "domain",
  class: null,
  mentioned: null,
  counted: null,
  basis: null,
  sentiment: null,
  status: null,
  domain: null,
  entity: null,
  q: "",
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST = 200;

function oneOf<T extends string>(choices: readonly T[], value: string | null): T | null {
  return value !== null && (choices as readonly string[]).includes(value) ? (value as T) : null;
}

const day = (value: string | null) => (value && DAY.test(value) && isValid(parseISO(value)) ? value : null);
const words = (value: string | null) => (value ? value.slice(0, LONGEST) : null);
const several = (values: string[]) => [...new Set(values.filter((value) => value.length <= LONGEST))].slice(0, 20);

/** Reads an address. What is unknown or malformed falls back to the default, so no address breaks the screen. */
export function viewOf(params: URLSearchParams): View {
  const from = day(params.get("from"));
  const to = day(params.get("to"));
  const custom = from !== null && to !== null && from <= to;
  const range = oneOf(RANGES, params.get("range"));
  const [comparedFrom, comparedTo] = [day(params.get("compareFrom")), day(params.get("compareTo"))];
  const own = comparedFrom !== null && comparedTo !== null && comparedFrom <= comparedTo;
  const compare = oneOf(COMPARES, params.get("compare")) ?? DEFAULT_VIEW.compare;
  return {
    tab: oneOf(TABS, params.get("tab")) ?? DEFAULT_VIEW.tab,
    range:
      custom && (range === "custom" || range === null)
        ? "custom"
        : range === "custom" || range === null
          ? DEFAULT_VIEW.range
          : range,
    from: custom ? from : null,
    to: custom ? to : null,
    compare: compare === "custom" && !own ? DEFAULT_VIEW.compare : compare,
    compareFrom: own ? comparedFrom : null,
    compareTo: own ? comparedTo : null,
    match: oneOf(MATCHES, params.get("match")),
    engine: several(params.getAll("engine")),
    topic: several(params.getAll("topic")),
    intent: several(params.getAll("intent")).filter((value) => oneOf(INTENTS, value)),
    market: several(params.getAll("market")),
    question: several(params.getAll("question")),
    metric: oneOf(METRICS, params.get("metric")) ?? DEFAULT_VIEW.metric,
    series: oneOf(SERIES, params.get("series")) ?? DEFAULT_VIEW.series,
    prompt: words(params.get("prompt")),
    group: oneOf(["domain", "url"] as const, params.get("group")) ?? DEFAULT_VIEW.group,
    class: oneOf(CLASSES, params.get("class")),
    mentioned: oneOf(["true", "false"] as const, params.get("mentioned")),
    counted: oneOf(["true"] as const, params.get("counted")),
    basis: oneOf(BASES, params.get("basis")),
    sentiment: oneOf(TONES, params.get("sentiment")),
    status: oneOf(STATUSES, params.get("status")),
    domain: words(params.get("domain")),
    entity: words(params.get("entity")),
    q: words(params.get("q")) ?? "",
  };
}

/** Writes changes into an address: defaults are left out, everything foreign (brand, open answer) is kept. */
export function withView(params: URLSearchParams, patch: Partial<View>): URLSearchParams {
  const next = new URLSearchParams(params);
  const view = { ...viewOf(params), ...patch };
  if (view.range !== "custom") Object.assign(view, { from: null, to: null });
  if (view.compare !== "custom") Object.assign(view, { compareFrom: null, compareTo: null });
  if (view.compare === "custom" || view.compare === "none") view.match = null;
  if (patch.tab && patch.tab !== viewOf(params).tab) next.delete("sort"); // of the other tab's table
  for (const key of Object.keys(DEFAULT_VIEW) as (keyof View)[]) {
    next.delete(key);
    const value = view[key];
    if (Array.isArray(value)) value.forEach((item) => next.append(key, item));
    else if (value !== null && value !== "" && value !== DEFAULT_VIEW[key]) next.set(key, value);
  }
  return next;
}

/** Filters that every tab obeys. */
export const NO_FILTERS = { engine: [], topic: [], intent: [], market: [], question: [] } satisfies Partial<View>;
/** The answers that numbers are counted from, whatever else was chosen in the list of answers. */
export const COUNTED = { counted: "true", basis: null, status: null } satisfies Partial<View>;
/** Filters of single tabs on top of those. */
export const NO_TAB_FILTERS = {
  class: null,
  mentioned: null,
  counted: null,
  basis: null,
  sentiment: null,
  status: null,
  domain: null,
  entity: null,
  prompt: null,
  q: "",
} satisfies Partial<View>;

export const isFiltered = (view: View) =>
  view.engine.length + view.topic.length + view.intent.length + view.market.length + view.question.length > 0;

/** The days asked for, in the reader's calendar; the server cuts them to the plan's history. */
export function daysOf(
  view: Pick<View, "range" | "from" | "to">,
  today: Date = new Date(),
): { from: string; to: string } {
  if (view.range === "custom" && view.from && view.to) return { from: view.from, to: view.to };
  const iso = (at: Date) => format(at, "yyyy-MM-dd");
  if (view.range === "12m") return { from: iso(addDays(subMonths(today, 12), 1)), to: iso(today) };
  const length = view.range === "7d" ? 7 : view.range === "28d" ? 28 : 90;
  return { from: iso(addDays(today, 1 - length)), to: iso(today) };
}

/** Points of a chart: days up to three months, weeks beyond. */
export function intervalOf({ from, to }: { from: string; to: string }): "day" | "week" | "month" {
  const days = (parseISO(to).getTime() - parseISO(from).getTime()) / 86_400_000;
  return days <= 100 ? "day" : days <= 800 ? "week" : "month";
}

/** Whether weekdays lie on weekdays: a year back they do unless told otherwise, the period before only when told. */
export const matchesWeekdays = ({ compare, match }: Pick<View, "compare" | "match">) =>
  match === null ? compare === "year" : match === "weekday";

/** Metrics a competitor has as well. */
export const OF_NAMES: readonly MetricName[] = ["mentionRate", "shareOfVoice", "avgPosition", "recommendationRate"];
/** Metrics of a whole run, which single engines or names do not have. */
export const OF_RUNS: readonly MetricName[] = ["overall", "technical"];

/** The lines a metric can be drawn as; a choice that does not fit falls back to the brand alone. */
export function seriesFor(metric: MetricName, wanted: SeriesBy): SeriesBy {
  if (OF_RUNS.includes(metric)) return "total";
  if (wanted === "competitor" && !OF_NAMES.includes(metric)) return "total";
  return wanted;
}
