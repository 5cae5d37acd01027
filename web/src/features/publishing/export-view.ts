import { paths } from "@/lib/paths";

import type { Filters, Resource } from "./api/exports";

const OF_TAB: Record<string, Resource> = {
  overview: "course",
  prompts: "prompts",
  competitors: "competitors",
  sources: "sources",
  answers: "answers",
};
const OF_PATH: Record<string, Resource> = {
  [paths.contentGaps]: "content-gaps",
  [paths.technicalGaps]: "technical-gaps",
  [paths.gaps]: "gaps",
  [paths.homepage]: "recommendations",
  [paths.recommendations]: "recommendations",
  [paths.dashboard]: "analytics",
};

/** Which tables each kind of screen offers; the screen's own is chosen to begin with. */
const ANALYTICS: readonly Resource[] = [
  "analytics",
  "course",
  "engines",
  "competitors",
  "prompts",
  "topics",
  "sources",
  "answers",
];
const GAPS: readonly Resource[] = ["gaps", "content-gaps", "technical-gaps", "recommendations"];
export const BUNDLES: readonly Resource[] = ["analytics", "gaps"];

/** What goes out: the screen as it is, or a saved view, which has a name. */
export type Source = { name: string | null; pathname: string; params: URLSearchParams };

export type ScreenView = {
  resource: Resource;
  choices: readonly Resource[];
  filtersFor: (resource: Resource) => Filters;
};

/** What the screen at an address shows, as an export names it. */
export function screenView(pathname: string, params: URLSearchParams, today: Date = new Date()): ScreenView {
  const path = pathname.replace(/\/+$/, "");
  const resource =
    path === paths.analytics ? (OF_TAB[params.get("tab") ?? "overview"] ?? "course") : (OF_PATH[path] ?? "analytics");
  const choices = path === paths.analytics ? ANALYTICS : path === paths.dashboard ? [...ANALYTICS, ...GAPS] : GAPS;
  return {
    resource,
    choices,
    filtersFor: (chosen) =>
      GAPS.includes(chosen) ? listFilters(chosen, resource, params) : analyticsFilters(chosen, params, today),
  };
}

const LENGTHS: Record<string, number> = { "7d": 7, "28d": 4 * 7, "90d": 90, "12m": 365 };
const iso = (at: Date) =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;

function days(params: URLSearchParams, today: Date): Pick<Filters, "from" | "to"> {
  const [from, to] = [params.get("from"), params.get("to")];
  if (from && to && from <= to) return { from, to };
  const length = LENGTHS[params.get("range") ?? "90d"] ?? 90;
  const first = new Date(today);
  first.setDate(first.getDate() - (length - 1));
  return { from: iso(first), to: iso(today) };
}

/** Filters of the analytics screens; those of single tabs only where the tab's own table is exported. */
function analyticsFilters(chosen: Resource, params: URLSearchParams, today: Date): Filters {
  const several = (name: string) => params.getAll(name);
  const filters: Record<string, unknown> = { engine: several("engine"), ...days(params, today) };
  if (chosen !== "sources")
    Object.assign(filters, { topic: several("topic"), intent: several("intent"), market: several("market") });
  if (chosen !== "sources" && several("question").length) filters["prompt"] = several("question");
  if (chosen === "course" && params.get("metric")) filters["metric"] = params.get("metric");
  if (chosen !== "answers" && chosen !== "sources" && params.get("compare"))
    Object.assign(filters, one(params, "compare"), one(params, "compareFrom"), one(params, "compareTo"));
  if (chosen !== "answers" && chosen !== "sources") Object.assign(filters, one(params, "match"));
  const own = OF_TAB[params.get("tab") ?? "overview"] === chosen;
  if (own && chosen === "sources")
    Object.assign(filters, one(params, "group"), list(params, "class"), one(params, "q"), one(params, "sort"));
  if (own && chosen === "answers") Object.assign(filters, answerFilters(params));
  return filters as Filters;
}

function answerFilters(params: URLSearchParams): Record<string, unknown> {
  const mentioned = params.get("mentioned");
  return {
    ...list(params, "basis"),
    ...list(params, "status"),
    ...list(params, "prompt"),
    ...(mentioned ? { mentioned: mentioned === "true" } : {}),
    ...(params.get("counted") === "true" ? { counted: true } : {}),
    ...one(params, "sentiment"),
    ...one(params, "entity"),
    ...one(params, "domain"),
    ...one(params, "q"),
  };
}

const STATUSES: Record<string, string> = {
  active: "open,planned,in-progress",
  done: "done",
  dismissed: "dismissed",
  closed: "closed",
};
const NAMES: Partial<Record<Resource, readonly string[]>> = {
  "content-gaps": ["type", "category", "topic", "competitor", "engine"],
  "technical-gaps": ["type", "impact", "effort", "code", "bot", "page"],
  recommendations: ["category", "priority", "effort", "grade", "source"],
};

/** Filters of a list of gaps, when it is that list's screen; other lists come whole. */
function listFilters(chosen: Resource, shown: Resource, params: URLSearchParams): Filters {
  if (chosen !== shown || !NAMES[chosen]) return {};
  const status = STATUSES[params.get("status") ?? "active"];
  const where: Record<string, string> = status && chosen !== "recommendations" ? { status } : {};
  for (const name of NAMES[chosen]) if (params.get(name)) where[name] = params.get(name)!;
  return { where, ...one(params, "q"), ...one(params, "sort") } as Filters;
}

const one = (params: URLSearchParams, name: string) => (params.get(name) ? { [name]: params.get(name) } : {});
const list = (params: URLSearchParams, name: string) =>
  params.getAll(name).length ? { [name]: params.getAll(name) } : {};
