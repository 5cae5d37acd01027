import { query, send } from "@/api/client";
import type { EditIn, WhatIfIn, WhatIfOut } from "@/api/generated";
import { brandKey, materialsKey } from "@/api/live";

export type Experiment = WhatIfOut;
export type Edit = EditIn;
export type Asked = WhatIfIn;

const SHOWN = 20;

export const experimentsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/what-if", {
    path: { brand_id: brandId },
    query: { limit: SHOWN },
    below: brandKey(brandId),
  });

export const experimentQuery = (id: string) => query("/api/v1/what-if/{what_if_id}", { path: { what_if_id: id } });

export const runExperiment = (brandId: string, asked: Asked) =>
  send("POST", "/api/v1/brands/{brand_id}/what-if", { path: { brand_id: brandId }, body: asked });

/** A material's words, to try others from. */
export const wordingQuery = (brandId: string, materialId: string) =>
  query("/api/v1/brands/{brand_id}/materials/{material_id}/wording", {
    path: { brand_id: brandId, material_id: materialId },
    below: materialsKey(brandId),
  });
