import { query, send } from "@/api/client";
import type { TrendsOut } from "@/api/generated";
import { brandKey } from "@/api/live";

export type Trends = TrendsOut;
export type TrendingQuery = TrendsOut["data"][number];

/** The newest stored reading; nothing is worked out by asking. */
export const trendsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/trends", { path: { brand_id: brandId }, below: brandKey(brandId) });

/** A reading younger than a day comes back as it is, otherwise a new one is started. */
export const requestTrends = (brandId: string) =>
  send("POST", "/api/v1/brands/{brand_id}/trends", { path: { brand_id: brandId } });

export const trackQuery = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/trends/{query_id}/track", { path: { brand_id: brandId, query_id: id } });
