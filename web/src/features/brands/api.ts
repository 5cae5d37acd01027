import { queryOptions } from "@tanstack/react-query";

import { pagedQuery, query, send, taggedQuery } from "@/api/client";
import { sendForm } from "@/api/forms";
import type { BrandAddedOut, BrandChangeIn, BrandDetailOut, BrandListOut, PortfolioOut } from "@/api/generated";
import { keyOf } from "@/api/keys";
import { type UploadOptions } from "@/lib/http";

export type Brand = BrandListOut["data"][number];
export type BrandAdded = BrandAddedOut;
export type BrandDetail = BrandDetailOut;
export type BrandChange = BrandChangeIn;
export type BrandDraft = { brandName: string; websiteUrl: string | null; targetAudience: string };

/** What narrows or orders the list. */
export type Search = { "filter[view]"?: string; q?: string; sort?: string };
export const BRANDS_KEY = keyOf("/api/v1/brands");
const PAGE = 24;

export const brandPages = (search: Search) =>
  pagedQuery("/api/v1/brands", { query: { limit: PAGE, ...search }, below: BRANDS_KEY });

export type PortfolioBrand = PortfolioOut["data"][number];

/** How every brand's scores went and how its newest analysis stands, by the brand's id. */
export const portfolioQuery = queryOptions({
  ...query("/api/v1/portfolio", { below: BRANDS_KEY }),
  select: ({ data }): ReadonlyMap<string, PortfolioBrand> => new Map(data.map((brand) => [brand.id, brand])),
});

/** Every brand with its scores as a file for a spreadsheet. */
export const portfolioFile = "/api/v1/portfolio.csv";

/** Brands that can still be brought back; for those who may. */
export const deletedBrandsQuery = query("/api/v1/brands/deleted", { below: BRANDS_KEY });

/** A brand with the entity tag it was read under, for saving only over what was seen. */
export type TaggedBrand = { brand: BrandDetail; tag: string | null };

export const brandQuery = (id: string) =>
  taggedQuery("brand", "/api/v1/brands/{brand_id}", { path: { brand_id: id }, below: BRANDS_KEY });

/** With a document the form is sent, otherwise JSON; both start the first analysis. */
export function addBrand(draft: BrandDraft, file: File | null, options: UploadOptions = {}): Promise<BrandAdded> {
  const body = {
    brandName: draft.brandName,
    ...(draft.websiteUrl ? { websiteUrl: draft.websiteUrl } : {}),
    ...(draft.targetAudience ? { targetAudience: draft.targetAudience } : {}),
  };
  if (!file) return send("POST", "/api/v1/brands", { body });
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value);
  form.append("brandDocument", file);
  return sendForm("POST", "/api/v1/brands", form, options);
}

/** Without a tag whatever stands there is overwritten. */
export const changeBrand = (id: string, change: BrandChange, tag: string | null) =>
  send("PATCH", "/api/v1/brands/{brand_id}", { path: { brand_id: id }, body: change, ifMatch: tag });
export const deleteBrand = (id: string) => send("DELETE", "/api/v1/brands/{brand_id}", { path: { brand_id: id } });
export const restoreBrand = (id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/restore", { path: { brand_id: id } });
export const pauseBrand = (id: string) => send("POST", "/api/v1/brands/{brand_id}/pause", { path: { brand_id: id } });
export const resumeBrand = (id: string) => send("POST", "/api/v1/brands/{brand_id}/resume", { path: { brand_id: id } });
