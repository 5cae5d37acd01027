import { query } from "./client";
import { brandKey } from "./live";

/** The newest stored reading of what assistants search for; asking starts no new one. */
export const trendsQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/trends", { path: { brand_id: brandId }, below: brandKey(brandId) });
