import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type {
  AnnotationIn,
  AnnotationOut,
  AnnotationsOut,
  AnswerBriefOut,
  AnswerOut,
  CompetitorOut,
  EnginesEnginesResponses,
  EnginesUsageResponses,
  GroupOut,
  ListOutAnswerBriefOut,
  ListOutReviewItemOut,
  MetricsOut,
  PointOut,
  PromptOut,
  ReadingOut,
  ReviewItemOut,
  SourceOut,
  SourcesOut,
  TilesOut,
  TopicsOut,
  TrendsOut,
} from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

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
export type GroupBy = NonNullable<MetricsOut["groupBy"]>;

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

/** The key of what these screens read of a brand. */
export const keyOf = (brandId: string, ...rest: unknown[]) => ["brand", brandId, "analytics", ...rest] as const;

/** Everything of these screens; a run that ends makes it old together with the brand's other results. */
export const analyticsKey = (brandId: string) => keyOf(brandId);

type Asked = {
  metrics: readonly MetricName[];
  groupBy?: GroupBy;
  compare?: View["compare"];
  prompt?: string;
  engine?: string[];
  days?: { from: string; to: string };
  rivals?: boolean;
};

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
    queryKey: keyOf(brandId, "metrics", search),
    queryFn: ({ signal }) => v1Get<Metrics>(`/brands/${brandId}/metrics${search}`, { signal }),
  });
}

export const tilesQuery = (brandId: string) =>
  queryOptions({
    queryKey: keyOf(brandId, "tiles"),
    queryFn: ({ signal }) => v1Get<Tiles>(`/brands/${brandId}/metrics/tiles`, { signal }),
  });

export { enginesQuery } from "@/api/engines";

const USAGE_KEY = ["/api/v1/usage"] as const;
export const usageQuery = queryOptions({
  queryKey: USAGE_KEY,
  queryFn: ({ signal }) => v1Get<EnginesUsageResponses[200]>("/usage?limit=1", { signal }),
});

export const topicsQuery = (brandId: string) =>
  queryOptions({
    queryKey: keyOf(brandId, "topics"),
    queryFn: ({ signal }) => v1Get<TopicsOut>(`/brands/${brandId}/topics`, { signal }),
  });

/** The newest reading of what assistants search for, under the key its own screen uses. */
export const demandQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["brand", brandId, "trends"],
    queryFn: ({ signal }) => v1Get<TrendsOut>(`/brands/${brandId}/trends`, { signal }),
  });

export function sourcesQuery(brandId: string, view: View, limit: number, sort: string | null = null) {
  const search = queryString({
    group: view.group,
    ...daysOf(view),
    engine: view.engine,
    class: view.class,
    q: view.q,
    sort,
    limit,
  });
  return queryOptions({
    queryKey: keyOf(brandId, "sources", search),
    queryFn: ({ signal }) => v1Get<Sources>(`/brands/${brandId}/sources${search}`, { signal }),
  });
}

type AnswerFilters = { days?: { from: string; to: string } } & Partial<
  Pick<
    View,
    | "engine"
    | "topic"
    | "intent"
    | "market"
    | "prompt"
    | "mentioned"
    | "basis"
    | "sentiment"
    | "status"
    | "domain"
    | "entity"
    | "q"
  >
>;

export function answersQuery(brandId: string, filters: AnswerFilters, limit = 20) {
  const { days, engine, topic, intent, market, prompt, mentioned, basis, sentiment, status, domain, entity, q } =
    filters;
  const search = queryString({
    ...days,
    engine,
    topic,
    intent,
    market,
    prompt,
    mentioned,
    basis,
    sentiment,
    status,
    domain,
    entity,
    q,
    limit,
  });
  return infiniteQueryOptions({
    queryKey: keyOf(brandId, "answers", search),
    queryFn: ({ signal, pageParam }) =>
      v1Get<ListOutAnswerBriefOut>(
        `/brands/${brandId}/answers${search}${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`,
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });
}

/** An opened answer, under the key every drawer uses. */
export const answerQuery = (answerId: string) =>
  queryOptions({
    queryKey: ["answer", answerId],
    queryFn: ({ signal }) => v1Get<Answer>(`/answers/${answerId}`, { signal }),
  });

export const reviewQuery = (brandId: string) =>
  queryOptions({
    queryKey: keyOf(brandId, "review"),
    queryFn: ({ signal }) => v1Get<ListOutReviewItemOut>(`/brands/${brandId}/mentions/review?limit=10`, { signal }),
  });

/** Notes and happenings of some days, below the brand's key: what a run or a change makes old. */
export const notesQuery = (brandId: string, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: keyOf(brandId, "notes", days.from, days.to),
    queryFn: ({ signal }) =>
      v1Get<AnnotationsOut>(`/brands/${brandId}/annotations?from=${days.from}&to=${days.to}`, { signal }),
  });
export const notesKey = (brandId: string) => keyOf(brandId, "notes");
export const writeNote = (brandId: string, draft: NoteDraft) =>
  v1Send<Note>("POST", `/brands/${brandId}/annotations`, draft);
export const changeNote = (id: string, patch: Partial<Pick<NoteDraft, "day" | "text">>) =>
  v1Send<Note>("PATCH", `/annotations/${id}`, patch);
export const removeNote = (id: string) => v1Send<unknown>("DELETE", `/annotations/${id}`);

export const decideReview = (brandId: string, id: string, isBrand: boolean) =>
  v1Send<unknown>("POST", `/brands/${brandId}/mentions/review/${id}`, { isBrand });
