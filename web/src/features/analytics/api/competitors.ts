/** Competitors of a brand: tracked, suggested, put right. */

import { query, send } from "@/api/client";
import { analyticsKey } from "@/api/live";

const PAGE = 100;

export type CompetitorDraft = { name: string; aliases: string[]; websiteUrl: string | null };

export const competitorsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/competitors", {
    path: { brand_id: brandId },
    query: { limit: PAGE },
    below: analyticsKey(brandId),
  });

export const addCompetitor = (brandId: string, draft: CompetitorDraft) =>
  send("POST", "/api/v1/brands/{brand_id}/competitors", { path: { brand_id: brandId }, body: draft });

export const changeCompetitor = (brandId: string, id: string, draft: CompetitorDraft) =>
  send("PATCH", "/api/v1/brands/{brand_id}/competitors/{competitor_id}", {
    path: { brand_id: brandId, competitor_id: id },
    body: draft,
  });

export const removeCompetitor = (brandId: string, id: string) =>
  send("DELETE", "/api/v1/brands/{brand_id}/competitors/{competitor_id}", {
    path: { brand_id: brandId, competitor_id: id },
  });

export const acceptCompetitor = (brandId: string, id: string, aliasOf: string | null) =>
  send("POST", "/api/v1/brands/{brand_id}/competitors/suggestions/{competitor_id}/accept", {
    path: { brand_id: brandId, competitor_id: id },
    body: aliasOf ? { aliasOf } : {},
  });

export const dismissCompetitor = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/competitors/suggestions/{competitor_id}/dismiss", {
    path: { brand_id: brandId, competitor_id: id },
  });

export const restoreSuggested = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/competitors/suggestions/{competitor_id}/restore", {
    path: { brand_id: brandId, competitor_id: id },
  });
