import { query } from "@/api/client";
import type { ChangeOut, EvidenceOut, ScoreOut, SummaryOut } from "@/api/generated";
import { brandKey } from "@/api/live";

export type Metric = EvidenceOut["metric"];
export type Score = ScoreOut;
export type Summary = SummaryOut;
export type Change = ChangeOut;

/** Keys that a finished run makes out of date. */
export const brandResults = (brandId: string) => brandKey(brandId);

export const summaryQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/summary", { path: { brand_id: brandId }, below: brandKey(brandId) });
