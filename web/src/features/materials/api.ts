import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type { MaterialChangeIn, MaterialDetailOut, MaterialListOut } from "@/api/generated";
import { upload, v1Get, v1Send, type UploadOptions } from "@/lib/http";

export type Material = MaterialListOut["data"][number];
export type MaterialDetail = MaterialDetailOut;
export type MaterialCounts = MaterialListOut["counts"];
export type MaterialFit = NonNullable<MaterialDetailOut["fit"]>;

const PAGE = 50;
const path = (brandId: string, ...rest: string[]) => ["", "brands", brandId, "materials", ...rest].join("/");

/** All that is known of a brand's materials; events make it stale. */
export const materialsKey = (brandId: string) => ["brand", brandId, "materials"] as const;

/** `search` begins with "&" or is empty. */
export const materialPages = (brandId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...materialsKey(brandId), "pages", search],
    queryFn: ({ signal, pageParam }) =>
      v1Get<MaterialListOut>(
        `${path(brandId)}?limit=${PAGE}${search}${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`,
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });

export const materialQuery = (brandId: string, id: string) =>
  queryOptions({
    queryKey: [...materialsKey(brandId), id],
    queryFn: ({ signal }) => v1Get<MaterialDetail>(path(brandId, id), { signal }),
  });

/** What the brand was made from; a 404 for a brand that was only described. */
export const primaryQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...materialsKey(brandId), "primary"],
    queryFn: ({ signal }) => v1Get<MaterialDetail>(path(brandId, "primary"), { signal }),
  });

export const addPage = (
  brandId: string,
  page: { url: string; title: string; description: string },
  signal?: AbortSignal,
) => v1Send<MaterialDetail>("POST", path(brandId), page, { signal });

function formOf(file: File, texts: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  form.append("file", file);
  return form;
}

export const addDocument = (
  brandId: string,
  file: File,
  texts: { docTitle: string; description: string },
  options: UploadOptions,
) => upload<MaterialDetail>(`/api/v1${path(brandId)}`, formOf(file, texts), options) as Promise<MaterialDetail>;

export const replaceDocument = (brandId: string, id: string, file: File, options: UploadOptions) =>
  upload<MaterialDetail>(`/api/v1${path(brandId, id, "document")}`, formOf(file), {
    ...options,
    method: "PUT",
  }) as Promise<MaterialDetail>;

export const changeMaterial = (brandId: string, id: string, change: MaterialChangeIn) =>
  v1Send<MaterialDetail>("PATCH", path(brandId, id), change);
export const deleteMaterial = (brandId: string, id: string) => v1Send<unknown>("DELETE", path(brandId, id));
export const restoreMaterial = (brandId: string, id: string) =>
  v1Send<MaterialDetail>("POST", path(brandId, id, "restore"));
export const analyzeMaterial = (brandId: string, id: string) =>
  v1Send<MaterialDetail>("POST", path(brandId, id, "analyze"));
