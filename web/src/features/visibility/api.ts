import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type {
  AnswerBriefOut,
  AnswerOut,
  ChangeOut,
  CorrectionIn,
  CorrectionOut,
  EvidenceOut,
  FindingOut,
  FindingsOut,
  GapOut,
  GapsOut,
  GapsSummaryOut,
  HighlightOut,
  ListOutAnswerBriefOut,
  ListOutCompetitorOut,
  RecommendationOut,
  RecommendationsOut,
  RunOut,
  ScoreOut,
  StageOut,
  SummaryOut,
} from "@/api/generated";
import { brandKey } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

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
  queryOptions({
    queryKey: [...brandKey(brandId), "summary"],
    queryFn: ({ signal }) => v1Get<Summary>(`/brands/${brandId}/summary`, { signal }),
  });

export const evidenceQuery = (runId: string, metric: Metric) =>
  queryOptions({
    queryKey: ["run", runId, "evidence", metric],
    queryFn: ({ signal }) => v1Get<Evidence>(`/runs/${runId}/evidence?metric=${metric}`, { signal }),
  });

export const runQuery = (runId: string) =>
  queryOptions({ queryKey: ["run", runId], queryFn: ({ signal }) => v1Get<Run>(`/runs/${runId}`, { signal }) });

/** What one engine answered in a run, newest first. */
export const engineAnswersQuery = ({ id, brandId }: Pick<Run, "id" | "brandId">, engine: string) =>
  infiniteQueryOptions({
    queryKey: [...brandKey(brandId), "run-answers", id, engine],
    queryFn: ({ signal, pageParam }) =>
      v1Get<ListOutAnswerBriefOut>(
        `/brands/${brandId}/answers?run=${id}&engine=${encodeURIComponent(engine)}&limit=20${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`,
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });

export const answerQuery = (answerId: string) =>
  queryOptions({
    queryKey: ["answer", answerId],
    queryFn: ({ signal }) => v1Get<Answer>(`/answers/${answerId}`, { signal }),
  });

export const gapsSummaryQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "gaps"],
    queryFn: ({ signal }) => v1Get<GapsSummary>(`/brands/${brandId}/gaps/summary`, { signal }),
  });

export const contentGapsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "gaps", "content"],
    queryFn: ({ signal }) => v1Get<GapsOut>(`/brands/${brandId}/gaps/content`, { signal }),
  });

export const technicalGapsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "gaps", "technical"],
    queryFn: ({ signal }) => v1Get<FindingsOut>(`/brands/${brandId}/gaps/technical`, { signal }),
  });

export const recommendationsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "recommendations"],
    queryFn: ({ signal }) => v1Get<RecommendationsOut>(`/brands/${brandId}/recommendations`, { signal }),
  });

/** Whether a run still waits or works. */
export const isActive = ({ status }: Pick<Run, "status">) => status === "queued" || status === "running";

export const startRun = (brandId: string) => v1Send<Run>("POST", `/brands/${brandId}/runs`, { kind: "full" });
export const cancelRun = (runId: string) => v1Send<Run>("POST", `/runs/${runId}/cancel`);

export type Correction = CorrectionIn;

/** Names that can be marked in an answer beside the brand. */
export const trackedNamesQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "tracked-names"],
    queryFn: ({ signal }) =>
      v1Get<ListOutCompetitorOut>(`/brands/${brandId}/competitors?filter[status]=tracked&limit=100`, { signal }),
  });

export const correctAnswer = (answerId: string, correction: Correction) =>
  v1Send<CorrectionOut>("POST", `/answers/${answerId}/corrections`, correction);

/** The provider's own payload of an answer. */
export const rawAnswer = (answerId: string) => v1Get<unknown>(`/answers/${answerId}/raw`);
