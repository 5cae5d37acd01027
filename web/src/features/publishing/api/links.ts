import { queryOptions } from "@tanstack/react-query";

import { query, send } from "@/api/client";
import type { ShareLinkIn, ShareLinkLineOut, ShareLinkListOut, ShareLinkOut } from "@/api/generated";
import { SHARES_KEY } from "@/api/live";

export type ShareLink = ShareLinkLineOut;
export type ShareLinks = ShareLinkListOut;
export type NewShareLink = ShareLinkIn;
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
    ...query("/api/v1/share-links", { query: { brand: brandId, limit: 50 }, below: SHARES_KEY }),
    refetchOnMount: "always",
  });

export const makeLink = (brandId: string, body: NewShareLink) =>
  send("POST", "/api/v1/brands/{brand_id}/share-links", { path: { brand_id: brandId }, body });
export const revokeLink = (id: string) => send("DELETE", "/api/v1/share-links/{share_id}", { path: { share_id: id } });
