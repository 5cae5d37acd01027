import { query } from "@/api/client";
import type { WhyNumberOut, WhyOut, WhyPartOut, WhyRowOut } from "@/api/generated";
import { brandKey } from "@/api/live";

export type Why = WhyOut;
export type WhyNumber = WhyNumberOut;
export type WhyPart = WhyPartOut;
export type WhyRow = WhyRowOut;

/** Why Content AI Visibility changed between a run and the one before. */
export const whyQuery = (brandId: string, runId: string) =>
  query("/api/v1/brands/{brand_id}/changes/{run_id}/why", {
    path: { brand_id: brandId, run_id: runId },
    query: { metric: "content" },
    below: brandKey(brandId),
  });
