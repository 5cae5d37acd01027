import { query } from "./client";
import type { BrandListOut } from "./generated";

export type BrandRow = BrandListOut["data"][number];

export const brandsQuery = query("/api/v1/brands");
