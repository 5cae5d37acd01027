import { query } from "./client";
import type { NamedInRunOut } from "./generated";
import { analyticsKey } from "./live";

export type NamedInRun = NamedInRunOut;

/** Who the answers of the analysis shown name, and how often. */
export const namedQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/named", { path: { brand_id: brandId }, below: analyticsKey(brandId) });
