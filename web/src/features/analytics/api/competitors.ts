/** Competitors of a brand: tracked, suggested, put right. */
import { queryOptions } from "@tanstack/react-query";

import type { ListOutCompetitorOut } from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

import { keyOf, type Competitor } from "../api";

const PAGE = 100;

export type CompetitorDraft = { name: string; aliases: string[]; websiteUrl: string | null };

export const competitorsQuery = (brandId: string) =>
  queryOptions({
    queryKey: keyOf(brandId, "competitors"),
    queryFn: ({ signal }) => v1Get<ListOutCompetitorOut>(`/brands/${brandId}/competitors?limit=${PAGE}`, { signal }),
  });

const competitor = (brandId: string, id = "") => `/brands/${brandId}/competitors${id ? `/${id}` : ""}`;

export const addCompetitor = (brandId: string, draft: CompetitorDraft) =>
  v1Send<Competitor>("POST", competitor(brandId), draft);

export const changeCompetitor = (brandId: string, id: string, draft: CompetitorDraft) =>
  v1Send<Competitor>("PATCH", competitor(brandId, id), draft);

export const removeCompetitor = (brandId: string, id: string) => v1Send<unknown>("DELETE", competitor(brandId, id));

export const acceptCompetitor = (brandId: string, id: string, aliasOf: string | null) =>
  v1Send<Competitor>("POST", `${competitor(brandId)}/suggestions/${id}/accept`, aliasOf ? { aliasOf } : {});

export const dismissCompetitor = (brandId: string, id: string) =>
  v1Send<Competitor>("POST", `${competitor(brandId)}/suggestions/${id}/dismiss`);

export const restoreSuggested = (brandId: string, id: string) =>
  v1Send<Competitor>("POST", `${competitor(brandId)}/suggestions/${id}/restore`);
