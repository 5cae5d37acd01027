import { queryOptions } from "@tanstack/react-query";

import type { TrackedOut, TrendsOut } from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

export type Trends = TrendsOut;
export type TrendingQuery = TrendsOut["data"][number];

const path = (brandId: string) => `/brands/${brandId}/trends`;

/** The newest stored reading; nothing is worked out by asking. */
export const trendsQuery = (brandId: string) =>
  queryOptions({
    queryKey: ["brand", brandId, "trends"],
    queryFn: ({ signal }) => v1Get<Trends>(path(brandId), { signal }),
  });

/** A reading younger than a day comes back as it is, otherwise a new one is started. */
export const requestTrends = (brandId: string) => v1Send<Trends>("POST", path(brandId));

export const trackQuery = (brandId: string, id: string) => v1Send<TrackedOut>("POST", `${path(brandId)}/${id}/track`);
