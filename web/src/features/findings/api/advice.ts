import type { QueryKey } from "@tanstack/react-query";

import { pagedQuery, query, send } from "@/api/client";
import type { QueryOf } from "@/api/contract";
import type {
  BotAccessOut,
  CrawlOut,
  EvidenceRefOut,
  FindingRowOut,
  GapOut,
  InterpretationsOut,
  RecommendationOut,
  TrafficOut,
} from "@/api/generated";
import { family } from "@/api/keys";
import { brandKey } from "@/api/live";

export type Gap = GapOut;
export type FindingRow = FindingRowOut;
export type Recommendation = RecommendationOut;
export type EvidenceRef = EvidenceRefOut;
export type Bots = BotAccessOut;
export type Bot = BotAccessOut["bots"][number];
export type Crawl = CrawlOut;
export type Logged = TrafficOut;
export type InterpretationCard = InterpretationsOut["cards"][number];
export type Interpretation = NonNullable<InterpretationCard["interpretation"]>;
/** What a person can say about a conclusion; "closed" is the product's own word for one no longer found. */
export type Decided = Exclude<GapOut["status"], "closed">;
export type Decision = { status?: Decided; note?: string; reason?: string; assigneeId?: string | null };
/** What every conclusion carries, whichever list it stands in. */
export type Conclusion = Pick<
  GapOut,
  "id" | "status" | "assignee" | "note" | "reason" | "verification" | "closedAt" | "undoable"
>;
export type ConclusionKind = "gap" | "finding" | "recommendation";

const GAPS = "/api/v1/brands/{brand_id}/gaps/content";
const FINDINGS = "/api/v1/brands/{brand_id}/gaps/technical";
const PAGE = 50;
const WHOLE = 100;

/** Keys of the lists that are read page by page; a check of one row makes all of them out of date. */
const LISTS = "lists";
export const isList = (key: QueryKey) => key.includes(LISTS);

export const gapsQuery = (brandId: string, search: QueryOf<typeof GAPS>) =>
  pagedQuery(GAPS, {
    path: { brand_id: brandId },
    query: { limit: PAGE, ...search },
    below: family(brandKey(brandId), LISTS),
  });
export const findingsQuery = (brandId: string, search: QueryOf<typeof FINDINGS>) =>
  pagedQuery(FINDINGS, {
    path: { brand_id: brandId },
    query: { limit: PAGE, ...search },
    below: family(brandKey(brandId), LISTS),
  });

/** Everything open or decided, for the choices a filter offers and for downloads. */
export const allGapsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/gaps/content", {
    path: { brand_id: brandId },
    query: { limit: WHOLE },
    below: brandKey(brandId),
  });

export const gapQuery = (brandId: string, id: string) =>
  query("/api/v1/brands/{brand_id}/gaps/content/{gap_id}", {
    path: { brand_id: brandId, gap_id: id },
    below: brandKey(brandId),
  });

export const findingQuery = (brandId: string, id: string) =>
  query("/api/v1/brands/{brand_id}/gaps/technical/{finding_id}", {
    path: { brand_id: brandId, finding_id: id },
    below: brandKey(brandId),
  });

export const botsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/bot-access", { path: { brand_id: brandId }, below: brandKey(brandId) });

export const crawlQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/crawl", { path: { brand_id: brandId }, below: brandKey(brandId) });

/** What the brand's server logs counted; as old as what the screen Traffic shows of them. */
export const loggedQuery = (brandId: string, days: { from?: string; to?: string } = {}) =>
  query("/api/v1/brands/{brand_id}/traffic", {
    path: { brand_id: brandId },
    query: days,
    below: family(family(brandKey(brandId), "traffic"), "counts"),
  });

/** Compared with all of the brand's facts, or with those that one material states. */
export const interpretationsQuery = (brandId: string, materialId: string | null = null) =>
  materialId
    ? query("/api/v1/materials/{material_id}/interpretations", {
        path: { material_id: materialId },
        below: brandKey(brandId),
      })
    : query("/api/v1/brands/{brand_id}/interpretations", { path: { brand_id: brandId }, below: brandKey(brandId) });

export function decide(brandId: string, kind: ConclusionKind, id: string, body: Decision): Promise<Conclusion> {
  switch (kind) {
    case "gap":
      return send("PATCH", "/api/v1/brands/{brand_id}/gaps/content/{gap_id}", {
        path: { brand_id: brandId, gap_id: id },
        body,
      });
    case "finding":
      return send("PATCH", "/api/v1/brands/{brand_id}/gaps/technical/{finding_id}", {
        path: { brand_id: brandId, finding_id: id },
        body,
      });
    case "recommendation":
      return send("PATCH", "/api/v1/brands/{brand_id}/recommendations/{recommendation_id}", {
        path: { brand_id: brandId, recommendation_id: id },
        body,
      });
  }
}

export function undoDecision(brandId: string, kind: ConclusionKind, id: string): Promise<Conclusion> {
  switch (kind) {
    case "gap":
      return send("POST", "/api/v1/brands/{brand_id}/gaps/content/{gap_id}/undo", {
        path: { brand_id: brandId, gap_id: id },
      });
    case "finding":
      return send("POST", "/api/v1/brands/{brand_id}/gaps/technical/{finding_id}/undo", {
        path: { brand_id: brandId, finding_id: id },
      });
    case "recommendation":
      return send("POST", "/api/v1/brands/{brand_id}/recommendations/{recommendation_id}/undo", {
        path: { brand_id: brandId, recommendation_id: id },
      });
  }
}
export const decideSeveral = (brandId: string, ids: string[], decision: Decision) =>
  send("POST", "/api/v1/brands/{brand_id}/gaps/content/bulk", {
    path: { brand_id: brandId },
    body: { ...decision, ids },
  });
export const recheck = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/gaps/technical/{finding_id}/recheck", {
    path: { brand_id: brandId, finding_id: id },
  });
