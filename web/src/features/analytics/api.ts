import { pagedQuery, query, send } from "@/api/client";
import type {
  AnnotationIn,
  AnnotationOut,
  AnswerBriefOut,
  AnswerOut,
  CompetitorOut,
  EnginesEnginesResponses,
  GroupOut,
  MetricsOut,
  PointOut,
  PromptOut,
  ReadingOut,
  ReviewItemOut,
  SourceOut,
  SourcesOut,
  TilesOut,
  TrendsOut,
} from "@/api/generated";
import { family } from "@/api/keys";
import { analyticsKey } from "@/api/live";

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
  return query("/api/v1/brands/{brand_id}/metrics", {
    path: { brand_id: brandId },
    query: {
      metrics: [...asked.metrics],
      groupBy: asked.groupBy,
      ...days,
      ...comparisonOf(asked.compare ?? view.compare, view),
      interval: intervalOf(days),
      engine: asked.engine ?? view.engine,
      topic: view.topic,
      intent: view.intent,
      market: view.market,
      prompt: asked.prompt ? [asked.prompt] : view.question,
      rivals: asked.rivals || undefined,
    },
    below: analyticsKey(brandId),
  });
}

/** The tiles of the newest analysis in the chosen days. */
export const tilesQuery = (brandId: string, view: View) =>
  query("/api/v1/brands/{brand_id}/metrics/tiles", {
    path: { brand_id: brandId },
    query: daysOf(view),
    below: analyticsKey(brandId),
  });

export { enginesQuery } from "@/api/engines";

export const topicsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/topics", { path: { brand_id: brandId }, below: analyticsKey(brandId) });

export function sourcesQuery(brandId: string, view: View, limit: number, sort: string | null = null) {
  const { group, engine, q } = view;
  return query("/api/v1/brands/{brand_id}/sources", {
    path: { brand_id: brandId },
    query: { group, ...daysOf(view), engine, class: view.class ? [view.class] : [], q, sort, limit },
    below: analyticsKey(brandId),
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
    | "question"
    | "mentioned"
    | "counted"
    | "basis"
    | "sentiment"
    | "status"
    | "domain"
    | "entity"
    | "q"
  >
>;

export function answersQuery(brandId: string, filters: AnswerFilters, limit = 20) {
  const { days, engine, topic, intent, market, prompt, question, mentioned, basis, sentiment, status, domain } =
    filters;
  const { entity, q } = filters;
  const counted = filters.counted === "true";
  return pagedQuery("/api/v1/brands/{brand_id}/answers", {
    path: { brand_id: brandId },
    query: {
      ...days,
      engine,
      topic,
      intent,
      market,
      prompt: prompt ? [prompt] : (question ?? []),
      mentioned: mentioned ? mentioned === "true" : null,
      counted: counted || undefined,
      basis: basis ? [basis] : [],
      sentiment,
      status: status ? [status] : [],
      domain,
      entity,
      q,
      limit,
    },
    below: analyticsKey(brandId),
  });
}

export const reviewQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/mentions/review", {
    path: { brand_id: brandId },
    query: { limit: 10 },
    below: analyticsKey(brandId),
  });

/** Notes and events of some days, below the brand's key: what a run or a change makes old. */
export const notesQuery = (brandId: string, days: { from: string; to: string }) =>
  query("/api/v1/brands/{brand_id}/annotations", {
    path: { brand_id: brandId },
    query: days,
    below: notesKey(brandId),
  });
export const notesKey = (brandId: string) => family(analyticsKey(brandId), "notes");
export const writeNote = (brandId: string, draft: NoteDraft) =>
  send("POST", "/api/v1/brands/{brand_id}/annotations", { path: { brand_id: brandId }, body: draft });
export const changeNote = (id: string, patch: Partial<Pick<NoteDraft, "day" | "text">>) =>
  send("PATCH", "/api/v1/annotations/{annotation_id}", { path: { annotation_id: id }, body: patch });
export const removeNote = (id: string) =>
  send("DELETE", "/api/v1/annotations/{annotation_id}", { path: { annotation_id: id } });

export const decideReview = (brandId: string, id: string, isBrand: boolean) =>
  send("POST", "/api/v1/brands/{brand_id}/mentions/review/{review_id}", {
    path: { brand_id: brandId, review_id: id },
    body: { isBrand },
  });
