import { queryOptions } from "@tanstack/react-query";

import type { ShareLinkIn, ShareLinkLineOut, ShareLinkListOut, ShareLinkOut } from "@/api/generated";
import { SHARES_KEY } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

export type ShareLink = ShareLinkLineOut;
export type ShareLinks = ShareLinkListOut;
export type ShareWish = ShareLinkIn;
export type ShareSection = ShareLinkOut["sections"][number];

export const SECTIONS: readonly ShareSection[] = [
  "trend",
  "engines",
  "competitors",
  "prompts",
  "gaps",
  "recommendations",
];

/** Links to one brand's results, newest first. */
export const linksQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...SHARES_KEY, brandId],
    queryFn: ({ signal }) => v1Get<ShareLinks>(`/share-links?brand=${brandId}&limit=50`, { signal }),
    refetchOnMount: "always",
  });

export const makeLink = (brandId: string, wish: ShareWish) =>
  v1Send<ShareLinkOut>("POST", `/brands/${brandId}/share-links`, wish);
export const revokeLink = (id: string) => v1Send<unknown>("DELETE", `/share-links/${id}`);
