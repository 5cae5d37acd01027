import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type {
  BrandAddedOut,
  BrandChangeIn,
  BrandDetailOut,
  BrandListOut,
  DeletedBrandsOut,
  PortfolioOut,
} from "@/api/generated";
import { upload, v1Get, v1Send, type UploadOptions } from "@/lib/http";

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
    queryFn: ({ signal, pageParam }) =>
      v1Get<BrandListOut>(
        `/brands?limit=${PAGE}${search}${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`,
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });

export type BrandCourse = PortfolioOut["data"][number];

/** How every brand's scores went and how its newest analysis stands, by the brand's id. */
export const portfolioQuery = queryOptions({
  queryKey: [...BRANDS_KEY, "portfolio"],
  queryFn: ({ signal }) => v1Get<PortfolioOut>("/portfolio", { signal }),
  select: ({ data }): ReadonlyMap<string, BrandCourse> => new Map(data.map((brand) => [brand.id, brand])),
});

/** Every brand with its scores as a file for a spreadsheet. */
export const portfolioFile = "/api/v1/portfolio.csv";

/** Brands that can still be brought back; for those who may. */
export const deletedBrandsQuery = queryOptions({
  queryKey: [...BRANDS_KEY, "deleted"],
  queryFn: ({ signal }) => v1Get<DeletedBrandsOut>("/brands/deleted", { signal }),
});

/** A brand with the entity tag it was read under, for saving only over what was seen. */
export type TaggedBrand = { brand: BrandDetail; tag: string | null };

export const brandQuery = (id: string) =>
  queryOptions({
    queryKey: [...BRANDS_KEY, id],
    queryFn: async ({ signal }): Promise<TaggedBrand> => {
      let tag: string | null = null;
      const brand = await v1Get<BrandDetail>(`/brands/${id}`, {
        signal,
        onHeaders: (headers) => (tag = headers.get("etag")),
      });
      return { brand, tag };
    },
  });

/** With a document the form is sent, otherwise JSON; both start the first analysis. */
export function addBrand(draft: BrandDraft, file: File | null, options: UploadOptions = {}): Promise<BrandAdded> {
  const body = {
    brandName: draft.brandName,
    ...(draft.websiteUrl ? { websiteUrl: draft.websiteUrl } : {}),
    ...(draft.targetAudience ? { targetAudience: draft.targetAudience } : {}),
  };
  if (!file) return v1Send<BrandAdded>("POST", "/brands", body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value);
  form.append("brandDocument", file);
  return upload<BrandAdded>("/api/v1/brands", form, options) as Promise<BrandAdded>;
}

/** Without a tag whatever stands there is overwritten. */
export const changeBrand = (id: string, change: BrandChange, tag: string | null) =>
  v1Send<BrandDetail>("PATCH", `/brands/${id}`, change, tag ? { headers: { "If-Match": tag } } : {});
export const deleteBrand = (id: string) => v1Send<unknown>("DELETE", `/brands/${id}`);
export const restoreBrand = (id: string) => v1Send<BrandDetail>("POST", `/brands/${id}/restore`);
export const pauseBrand = (id: string) => v1Send<BrandDetail>("POST", `/brands/${id}/pause`);
export const resumeBrand = (id: string) => v1Send<BrandDetail>("POST", `/brands/${id}/resume`);
