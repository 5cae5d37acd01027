import { send } from "@/api/client";
import type { TrendsOut } from "@/api/generated";

export type Trends = TrendsOut;
export type TrendingQuery = TrendsOut["data"][number];

/** A reading younger than a day comes back as it is, otherwise a new one is started. */
export const requestTrends = (brandId: string) =>
  send("POST", "/api/v1/brands/{brand_id}/trends", { path: { brand_id: brandId } });

export const trackQuery = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/trends/{query_id}/track", { path: { brand_id: brandId, query_id: id } });
