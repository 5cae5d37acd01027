import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type {
  AcceptedPromptsOut,
  AnnotationIn,
  AnnotationOut,
  AnnotationsOut,
  AnswerBriefOut,
  AnswerOut,
  CompetitorOut,
  EnginesEnginesResponses,
  EnginesUsageResponses,
  GroupOut,
  ImportOut,
  ListOutAnswerBriefOut,
  ListOutCompetitorOut,
  ListOutPromptOut,
  ListOutReviewItemOut,
  MetricsOut,
  PointOut,
  PromptIn,
  PromptOut,
  ReadingOut,
  ReviewItemOut,
  SourceOut,
  SourcesOut,
  TilesOut,
  TopicsOut,
  TrendsOut,
} from "@/api/generated";
import { upload, v1Get, v1Send } from "@/lib/http";

import { daysOf, intervalOf, type MetricName, type View } from "./view";

export type Answer = AnswerOut;
export type AnswerBrief = AnswerBriefOut;
export type Competitor = CompetitorOut;
export type Engine = EnginesEnginesResponses[200][number];
export type Group = GroupOut;
export type Metrics = MetricsOut;
export type Note = AnnotationOut;
export type NoteDraft = AnnotationIn;
export type Point = PointOut;
export type Prompt = PromptOut;
export type Reading = ReadingOut;
export type Review = ReviewItemOut;
export type Source = SourceOut;
export type Sources = SourcesOut;
export type Tiles = TilesOut;
export type Trend = TrendsOut["data"][number];
export type Imported = ImportOut;
export type GroupBy = NonNullable<MetricsOut["groupBy"]>;
export type PromptDraft = Pick<PromptIn, "text"> & Partial<PromptIn>;
export type CompetitorDraft = { name: string; aliases: string[]; websiteUrl: string | null };

type Value = string | number | null | undefined | readonly string[];

/** A query string; empty values are left out, lists repeat their name. */
export function queryString(values: Record<string, Value>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === "") continue;
    if (typeof value === "string" || typeof value === "number") params.append(key, String(value));
    else value.forEach((item) => params.append(key, item));
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}

const key = (brandId: string, ...rest: unknown[]) => ["brand", brandId, "analytics", ...rest] as const;

/** Everything of these screens; a run that ends makes it old together with the brand's other results. */
export const analyticsKey = (brandId: string) => key(brandId);

type Asked = { metrics: readonly MetricName[]; groupBy?: GroupBy; compare?: View["compare"]; prompt?: string; engine?: string[]; days?: { from: string; to: string }; rivals?: boolean };

/** What to compare with, as the API takes it. */
function comparisonOf(compare: View["compare"], { compareFrom, compareTo, match }: View) {
  if (compare === "custom") return { compare, compareFrom, compareTo };
  return compare === "none" ? { compare } : { compare, match };
}

export function metricsQuery(brandId: string, view: View, asked: Asked) {
  const days = asked.days ?? daysOf(view);
  const search = queryString({
    metrics: asked.metrics,
    groupBy: asked.groupBy,
    ...days,
    ...comparisonOf(asked.compare ?? view.compare, view),
    interval: intervalOf(days),
    engine: asked.engine ?? view.engine,
    topic: view.topic,
    intent: view.intent,
    market: view.market,
    prompt: asked.prompt,
    rivals: asked.rivals ? "true" : null,
  });
  return queryOptions({
    queryKey: key(brandId, "metrics", search),
    queryFn: ({ signal }) => v1Get<Metrics>(`/brands/${brandId}/metrics${search}`, { signal }),
  });
}

export const tilesQuery = (brandId: string) =>
  queryOptions({ queryKey: key(brandId, "tiles"), queryFn: ({ signal }) => v1Get<Tiles>(`/brands/${brandId}/metrics/tiles`, { signal }) });

export { enginesQuery } from "@/api/engines";

const USAGE_KEY = ["/api/v1/usage"] as const;
export const usageQuery = queryOptions({ queryKey: USAGE_KEY, queryFn: ({ signal }) => v1Get<EnginesUsageResponses[200]>("/usage?limit=1", { signal }) });

export const topicsQuery = (brandId: string) =>
  queryOptions({ queryKey: key(brandId, "topics"), queryFn: ({ signal }) => v1Get<TopicsOut>(`/brands/${brandId}/topics`, { signal }) });

const PAGE = 100;
/** Every question of the brand: a plan may hold more than one page, and the list, its search and its drawer know them all. */
export const promptsQuery = (brandId: string) =>
  queryOptions({
    queryKey: key(brandId, "prompts"),
    queryFn: async ({ signal }): Promise<Pick<ListOutPromptOut, "data">> => {
      const data: Prompt[] = [];
      let cursor: string | null = null;
      do {
        const page: ListOutPromptOut = await v1Get(`${prompt(brandId)}${queryString({ limit: PAGE, cursor })}`, { signal });
        data.push(...page.data);
        cursor = page.page.nextCursor;
      } while (cursor);
      return { data };
    },
  });

/** The newest reading of what assistants search for, under the key its own screen uses. */
export const demandQuery = (brandId: string) =>
  queryOptions({ queryKey: ["brand", brandId, "trends"], queryFn: ({ signal }) => v1Get<TrendsOut>(`/brands/${brandId}/trends`, { signal }) });

export const promptSuggestionsQuery = (brandId: string) =>
  queryOptions({
    queryKey: key(brandId, "prompt-suggestions"),
    queryFn: ({ signal }) => v1Get<ListOutPromptOut>(`/brands/${brandId}/prompts/suggestions?limit=${PAGE}`, { signal }),
  });

export const competitorsQuery = (brandId: string) =>
  queryOptions({ queryKey: key(brandId, "competitors"), queryFn: ({ signal }) => v1Get<ListOutCompetitorOut>(`/brands/${brandId}/competitors?limit=${PAGE}`, { signal }) });

export function sourcesQuery(brandId: string, view: View, limit: number, sort: string | null = null) {
  const search = queryString({ group: view.group, ...daysOf(view), engine: view.engine, class: view.class, q: view.q, sort, limit });
  return queryOptions({ queryKey: key(brandId, "sources", search), queryFn: ({ signal }) => v1Get<Sources>(`/brands/${brandId}/sources${search}`, { signal }) });
}

type AnswerFilters = { days?: { from: string; to: string } } & Partial<Pick<View, "engine" | "topic" | "intent" | "market" | "prompt" | "mentioned" | "basis" | "sentiment" | "status" | "domain" | "entity" | "q">>;

export function answersQuery(brandId: string, filters: AnswerFilters, limit = 20) {
  const { days, engine, topic, intent, market, prompt, mentioned, basis, sentiment, status, domain, entity, q } = filters;
  const search = queryString({ ...days, engine, topic, intent, market, prompt, mentioned, basis, sentiment, status, domain, entity, q, limit });
  return infiniteQueryOptions({
    queryKey: key(brandId, "answers", search),
    queryFn: ({ signal, pageParam }) =>
      v1Get<ListOutAnswerBriefOut>(`/brands/${brandId}/answers${search}${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`, { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });
}

/** An opened answer, under the key every drawer uses. */
export const answerQuery = (answerId: string) => queryOptions({ queryKey: ["answer", answerId], queryFn: ({ signal }) => v1Get<Answer>(`/answers/${answerId}`, { signal }) });

export const reviewQuery = (brandId: string) =>
  queryOptions({ queryKey: key(brandId, "review"), queryFn: ({ signal }) => v1Get<ListOutReviewItemOut>(`/brands/${brandId}/mentions/review?limit=10`, { signal }) });

/** Notes and happenings of some days, below the brand's key: what a run or a change makes old. */
export const notesQuery = (brandId: string, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: key(brandId, "notes", days.from, days.to),
    queryFn: ({ signal }) => v1Get<AnnotationsOut>(`/brands/${brandId}/annotations?from=${days.from}&to=${days.to}`, { signal }),
  });
export const notesKey = (brandId: string) => key(brandId, "notes");
export const writeNote = (brandId: string, draft: NoteDraft) => v1Send<Note>("POST", `/brands/${brandId}/annotations`, draft);
export const changeNote = (id: string, patch: Partial<Pick<NoteDraft, "day" | "text">>) => v1Send<Note>("PATCH", `/annotations/${id}`, patch);
export const removeNote = (id: string) => v1Send<unknown>("DELETE", `/annotations/${id}`);

const prompt = (brandId: string, id = "") => `/brands/${brandId}/prompts${id ? `/${id}` : ""}`;
export const addPrompt = (brandId: string, draft: PromptDraft) => v1Send<Prompt>("POST", prompt(brandId), draft);
export const changePrompt = (brandId: string, id: string, patch: Partial<PromptDraft> & { status?: "active" | "paused" }) => v1Send<Prompt>("PATCH", prompt(brandId, id), patch);
/** Asks this question alone, now; its answers count in no score. */
export const askPrompt = (brandId: string, id: string) => v1Send<unknown>("POST", `/brands/${brandId}/runs`, { kind: "prompt", promptIds: [id] });
export const deletePrompt = (brandId: string, id: string) => v1Send<unknown>("DELETE", prompt(brandId, id));
export const restorePrompt = (brandId: string, id: string) => v1Send<Prompt>("POST", `${prompt(brandId, id)}/restore`);
export const decidePrompt = (brandId: string, id: string, verb: "accept" | "dismiss" | "restore") => v1Send<Prompt>("POST", `${prompt(brandId)}/suggestions/${id}/${verb}`);

const competitor = (brandId: string, id = "") => `/brands/${brandId}/competitors${id ? `/${id}` : ""}`;
export const acceptPrompts = (brandId: string) => v1Send<AcceptedPromptsOut>("POST", `${prompt(brandId)}/suggestions/accept-all`);

export const addCompetitor = (brandId: string, draft: CompetitorDraft) => v1Send<Competitor>("POST", competitor(brandId), draft);
export const changeCompetitor = (brandId: string, id: string, draft: CompetitorDraft) => v1Send<Competitor>("PATCH", competitor(brandId, id), draft);
export const removeCompetitor = (brandId: string, id: string) => v1Send<unknown>("DELETE", competitor(brandId, id));
export const acceptCompetitor = (brandId: string, id: string, aliasOf: string | null) =>
  v1Send<Competitor>("POST", `${competitor(brandId)}/suggestions/${id}/accept`, aliasOf ? { aliasOf } : {});
export const dismissCompetitor = (brandId: string, id: string) => v1Send<Competitor>("POST", `${competitor(brandId)}/suggestions/${id}/dismiss`);
export const restoreSuggested = (brandId: string, id: string) => v1Send<Competitor>("POST", `${competitor(brandId)}/suggestions/${id}/restore`);

export const decideReview = (brandId: string, id: string, isBrand: boolean) => v1Send<unknown>("POST", `/brands/${brandId}/mentions/review/${id}`, { isBrand });

/** Sends a list of prompts as the file it came in. */
export function importPrompts(brandId: string, file: File): Promise<Imported> {
  const form = new FormData();
  form.append("file", file);
  return upload<Imported>(`/api/v1${prompt(brandId)}/import`, form) as Promise<Imported>;
}
