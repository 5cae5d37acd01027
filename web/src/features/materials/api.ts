import { pagedQuery, query, send } from "@/api/client";
import { sendForm } from "@/api/forms";
import type { MaterialChangeIn, MaterialDetailOut, MaterialListOut } from "@/api/generated";
import { materialsKey } from "@/api/live";
import { type UploadOptions } from "@/lib/http";

export type Material = MaterialListOut["data"][number];
export type MaterialDetail = MaterialDetailOut;
export type MaterialCounts = MaterialListOut["counts"];
export type MaterialFit = NonNullable<MaterialDetailOut["fit"]>;

const PAGE = 50;

export { materialsKey };

/** What narrows or orders the list. */
export type Search = { "filter[view]"?: string; q?: string; sort?: string };

export const materialPages = (brandId: string, search: Search) =>
  pagedQuery("/api/v1/brands/{brand_id}/materials", {
    path: { brand_id: brandId },
    query: { limit: PAGE, ...search },
    below: materialsKey(brandId),
  });

export const materialQuery = (brandId: string, id: string) =>
  query("/api/v1/brands/{brand_id}/materials/{material_id}", {
    path: { brand_id: brandId, material_id: id },
    below: materialsKey(brandId),
  });

/** What the brand was made from; a 404 for a brand that was only described. */
export const primaryQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/materials/primary", { path: { brand_id: brandId }, below: materialsKey(brandId) });

export const addPage = (
  brandId: string,
  page: { url: string; title: string; description: string },
  signal?: AbortSignal,
) => send("POST", "/api/v1/brands/{brand_id}/materials", { path: { brand_id: brandId }, body: page, signal });

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
) =>
  sendForm("POST", "/api/v1/brands/{brand_id}/materials", formOf(file, texts), {
    ...options,
    path: { brand_id: brandId },
  });

export const replaceDocument = (brandId: string, id: string, file: File, options: UploadOptions) =>
  sendForm("PUT", "/api/v1/brands/{brand_id}/materials/{material_id}/document", formOf(file), {
    ...options,
    path: { brand_id: brandId, material_id: id },
  });

export const changeMaterial = (brandId: string, id: string, change: MaterialChangeIn) =>
  send("PATCH", "/api/v1/brands/{brand_id}/materials/{material_id}", {
    path: { brand_id: brandId, material_id: id },
    body: change,
  });
export const deleteMaterial = (brandId: string, id: string) =>
  send("DELETE", "/api/v1/brands/{brand_id}/materials/{material_id}", { path: { brand_id: brandId, material_id: id } });
export const restoreMaterial = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/materials/{material_id}/restore", {
    path: { brand_id: brandId, material_id: id },
  });
export const analyzeMaterial = (brandId: string, id: string) =>
  send("POST", "/api/v1/brands/{brand_id}/materials/{material_id}/analyze", {
    path: { brand_id: brandId, material_id: id },
  });
