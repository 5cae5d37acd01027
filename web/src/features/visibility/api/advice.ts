import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type {
  BotAccessOut,
  CrawlOut,
  EstimateOut,
  EvidenceRefOut,
  FindingRowOut,
  FindingsOut,
  GapOut,
  GapsOut,
  InterpretationsOut,
  RecommendationOut,
  RecommendationsOut,
  RunOut,
  VerificationOut,
} from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

export type Gap = GapOut;
export type FindingRow = FindingRowOut;
export type Recommendation = RecommendationOut;
export type EvidenceRef = EvidenceRefOut;
export type Bots = BotAccessOut;
export type Bot = BotAccessOut["bots"][number];
export type Crawl = CrawlOut;
export type Estimate = EstimateOut;
export type InterpretationCard = InterpretationsOut["cards"][number];
export type Interpretation = NonNullable<InterpretationCard["interpretation"]>;
export type Verification = VerificationOut;
/** What a person can say about a conclusion; "closed" is the product's own word for one no longer found. */
export type Decided = Exclude<GapOut["status"], "closed">;
export type Decision = { status?: Decided; note?: string; reason?: string; assigneeId?: string | null };
/** What every conclusion carries, whichever list it stands in. */
export type Conclusion = Pick<
  GapOut,
  "id" | "status" | "assignee" | "note" | "reason" | "verification" | "closedAt" | "undoable"
>;
export type ConclusionKind = "gap" | "finding" | "recommendation";

const PARTS: Record<ConclusionKind, string> = {
  gap: "gaps/content",
  finding: "gaps/technical",
  recommendation: "recommendations",
};
const KEYS: Record<ConclusionKind, readonly string[]> = {
  gap: ["gaps", "content"],
  finding: ["gaps", "technical"],
  recommendation: ["recommendations"],
};
const PAGE = 50;
const WHOLE = 100;

const path = (brandId: string, kind: ConclusionKind, id = "") =>
  `/brands/${brandId}/${PARTS[kind]}${id ? `/${id}` : ""}`;

function list<T>(brandId: string, kind: ConclusionKind, search: string) {
  return infiniteQueryOptions({
    queryKey: ["brand", brandId, ...KEYS[kind], "list", search],
    queryFn: ({ signal, pageParam }) => {
      const cursor = pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : "";
      return v1Get<T>(`${path(brandId, kind)}?limit=${PAGE}${search}${cursor}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (last) => (last as { page: { nextCursor: string | null } }).page.nextCursor,
  });
}

/** `search` begins with "&" or is empty: filters and order as the address has them. */
export const gapsQuery = (brandId: string, search: string) => list<GapsOut>(brandId, "gap", search);
export const findingsQuery = (brandId: string, search: string) => list<FindingsOut>(brandId, "finding", search);

/** Everything open or decided, for the choices a filter offers and for downloads. */
export const allGapsQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["brand", brandId, ...KEYS.gap, "whole"],
    queryFn: ({ signal }) => v1Get<GapsOut>(`${path(brandId, "gap")}?limit=${WHOLE}`, { signal }),
  });

export const gapQuery = (brandId: string, id: string) =>
  queryOptions({
    queryKey: ["brand", brandId, ...KEYS.gap, "one", id],
    queryFn: ({ signal }) => v1Get<Gap>(path(brandId, "gap", id), { signal }),
  });

export const findingQuery = (brandId: string, id: string) =>
  queryOptions({
    queryKey: ["brand", brandId, ...KEYS.finding, "one", id],
    queryFn: ({ signal }) => v1Get<FindingRow>(path(brandId, "finding", id), { signal }),
  });

export const advisedQuery = (brandId: string, search: string) =>
  queryOptions({
    queryKey: ["brand", brandId, ...KEYS.recommendation, search],
    queryFn: ({ signal }) =>
      v1Get<RecommendationsOut>(`${path(brandId, "recommendation")}?limit=${WHOLE}${search}`, { signal }),
  });

export const botsQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["brand", brandId, "bots"],
    queryFn: ({ signal }) => v1Get<Bots>(`/brands/${brandId}/bot-access`, { signal }),
  });

export const crawlQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["brand", brandId, "crawl"],
    queryFn: ({ signal }) => v1Get<Crawl>(`/brands/${brandId}/crawl`, { signal }),
  });

/** Held against all of the brand's facts, or against those one material states. */
export const interpretationsQuery = (brandId: string, materialId: string | null = null) =>
  queryOptions({
    queryKey: ["brand", brandId, "interpretations", materialId],
    queryFn: ({ signal }) =>
      v1Get<InterpretationsOut>(
        materialId ? `/materials/${materialId}/interpretations` : `/brands/${brandId}/interpretations`,
        { signal },
      ),
  });

export const decide = (brandId: string, kind: ConclusionKind, id: string, decision: Decision) =>
  v1Send<Conclusion>("PATCH", path(brandId, kind, id), decision);
export const undoDecision = (brandId: string, kind: ConclusionKind, id: string) =>
  v1Send<Conclusion>("POST", `${path(brandId, kind, id)}/undo`);
export const decideSeveral = (brandId: string, ids: string[], decision: Decision) =>
  v1Send<unknown>("POST", `${path(brandId, "gap")}/bulk`, { ...decision, ids });
export const recheck = (brandId: string, id: string) =>
  v1Send<FindingRow>("POST", `${path(brandId, "finding", id)}/recheck`);

export const estimateQuery = (brandId: string, detectPoints?: number) =>
  queryOptions({
    queryKey: ["run-estimate", brandId, detectPoints ?? null],
    queryFn: () => v1Send<Estimate>("POST", `/brands/${brandId}/runs/estimate`, { kind: "full", detectPoints }),
    gcTime: 0,
    staleTime: 0,
  });

export const retryFailed = (runId: string) => v1Send<RunOut>("POST", `/runs/${runId}/retry-failed`);
