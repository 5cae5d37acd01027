import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type { BrandAddedOut, BrandChangeIn, BrandDetailOut, BrandListOut } from "@/api/generated";
import { upload, v1Get, v1Send } from "@/lib/http";

export type Brand = BrandListOut["data"][number];
export type BrandAdded = BrandAddedOut;
export type BrandDetail = BrandDetailOut;
export type BrandChange = BrandChangeIn;
export type BrandDraft = { brandName: string; websiteUrl: string | null; targetAudience: string };

export const BRANDS_KEY = ["/api/v1/brands"] as const;
const PAGE = 24;

/** `search` begins with "&" or is empty. */
export const brandPages = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...BRANDS_KEY, "pages", search],
    queryFn: ({ signal, pageParam }) => v1Get<BrandListOut>(`/brands?limit=${PAGE}${search}${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`, { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });

export const brandQuery = (id: string) => queryOptions({ queryKey: [...BRANDS_KEY, id], queryFn: ({ signal }) => v1Get<BrandDetail>(`/brands/${id}`, { signal }) });

/** With a document the form is sent, otherwise JSON; both start the first analysis. */
export function addBrand(draft: BrandDraft, file: File | null): Promise<BrandAdded> {
  const body = { brandName: draft.brandName, ...(draft.websiteUrl ? { websiteUrl: draft.websiteUrl } : {}), ...(draft.targetAudience ? { targetAudience: draft.targetAudience } : {}) };
  if (!file) return v1Send<BrandAdded>("POST", "/brands", body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value);
  form.append("brandDocument", file);
  return upload<BrandAdded>("/api/v1/brands", form) as Promise<BrandAdded>;
}

export const changeBrand = (id: string, change: BrandChange) => v1Send<BrandDetail>("PATCH", `/brands/${id}`, change);
export const deleteBrand = (id: string) => v1Send<unknown>("DELETE", `/brands/${id}`);
export const restoreBrand = (id: string) => v1Send<BrandDetail>("POST", `/brands/${id}/restore`);
export const pauseBrand = (id: string) => v1Send<BrandDetail>("POST", `/brands/${id}/pause`);
export const resumeBrand = (id: string) => v1Send<BrandDetail>("POST", `/brands/${id}/resume`);
