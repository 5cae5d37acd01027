import { query } from "@/api/client";
import type { EvidenceOut, FindingOut, GapsSummaryOut } from "@/api/generated";
import { brandKey } from "@/api/live";
import type { Metric } from "@/api/results";

export type Evidence = EvidenceOut;
export type Finding = FindingOut;
export type Level = FindingOut["impact"];
export type GapsSummary = GapsSummaryOut;

export const evidenceQuery = (runId: string, metric: Metric) =>
  query("/api/v1/runs/{run_id}/evidence", { path: { run_id: runId }, query: { metric } });

export const gapsSummaryQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/gaps/summary", { path: { brand_id: brandId }, below: brandKey(brandId) });

export const advisedQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/recommendations", {
    path: { brand_id: brandId },
    query: { limit: 100 },
    below: brandKey(brandId),
  });
