import { queryOptions } from "@tanstack/react-query";

import { get, pagedQuery, postedQuery, query, send } from "@/api/client";
import type {
  AnswerBriefOut,
  AnswerOut,
  ChangeOut,
  CorrectionIn,
  EstimateOut,
  EvidenceOut,
  FindingOut,
  GapOut,
  GapsSummaryOut,
  HighlightOut,
  RecommendationOut,
  RunOut,
  ScoreOut,
  StageOut,
  SummaryOut,
} from "@/api/generated";
import { brandKey } from "@/api/live";

export type Metric = EvidenceOut["metric"];
export type Band = ScoreOut["band"];
export type Level = FindingOut["impact"];
export type StageState = StageOut["state"];
export type Score = ScoreOut;
export type Run = RunOut;
export type Summary = SummaryOut;
export type Change = ChangeOut;
export type AnswerBrief = AnswerBriefOut;
/** Offsets of highlights count Unicode code points of `text`. */
export type Answer = AnswerOut;
export type Highlight = HighlightOut;
export type Estimate = EstimateOut;
export type Evidence = EvidenceOut;
export type Finding = FindingOut;
export type Gap = GapOut;
export type Recommendation = RecommendationOut;
export type GapsSummary = GapsSummaryOut;

/** Rows this plan may see; `locked` counts the rest, which never leave the server. */
export type Rows<T> = { data: T[]; locked: number };

/** Keys that a finished run makes out of date. */
export const brandResults = (brandId: string) => brandKey(brandId);

export const summaryQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/summary", { path: { brand_id: brandId }, below: brandKey(brandId) });

export const evidenceQuery = (runId: string, metric: Metric) =>
  query("/api/v1/runs/{run_id}/evidence", { path: { run_id: runId }, query: { metric } });

export const runQuery = (runId: string) => query("/api/v1/runs/{run_id}", { path: { run_id: runId } });

/** What one engine answered in a run, newest first. */
export const engineAnswersQuery = ({ id, brandId }: Pick<Run, "id" | "brandId">, engine: string) =>
  pagedQuery("/api/v1/brands/{brand_id}/answers", {
    path: { brand_id: brandId },
    query: { run: id, engine: [engine], limit: 20 },
    below: brandKey(brandId),
  });

export const answerQuery = (answerId: string) =>
  query("/api/v1/answers/{answer_id}", { path: { answer_id: answerId } });

export const gapsSummaryQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/gaps/summary", { path: { brand_id: brandId }, below: brandKey(brandId) });

export const advisedQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/recommendations", {
    path: { brand_id: brandId },
    query: { limit: 100 },
    below: brandKey(brandId),
  });

/** Whether a run still waits or works. */
export const isActive = ({ status }: Pick<Run, "status">) => status === "queued" || status === "running";

export const startRun = (brandId: string) =>
  send("POST", "/api/v1/brands/{brand_id}/runs", { path: { brand_id: brandId }, body: { kind: "full" } });
export const cancelRun = (runId: string) => send("POST", "/api/v1/runs/{run_id}/cancel", { path: { run_id: runId } });
export const retryFailed = (runId: string) =>
  send("POST", "/api/v1/runs/{run_id}/retry-failed", { path: { run_id: runId } });

export const estimateQuery = (brandId: string, detectPoints?: number) =>
  queryOptions({
    ...postedQuery("/api/v1/brands/{brand_id}/runs/estimate", {
      path: { brand_id: brandId },
      body: { kind: "full", detectPoints },
    }),
    gcTime: 0,
    staleTime: 0,
  });

export type Correction = CorrectionIn;

/** Names that can be marked in an answer beside the brand. */
export const trackedNamesQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/competitors", {
    path: { brand_id: brandId },
    query: { "filter[status]": "tracked", limit: 100 },
    below: brandKey(brandId),
  });

export const correctAnswer = (answerId: string, correction: Correction) =>
  send("POST", "/api/v1/answers/{answer_id}/corrections", { path: { answer_id: answerId }, body: correction });

/** The provider's own payload of an answer. */
export const rawAnswer = (answerId: string) =>
  get("/api/v1/answers/{answer_id}/raw", { path: { answer_id: answerId } });
