import { queryOptions } from "@tanstack/react-query";

import { v1Get } from "@/lib/http";

import type { BrandListOut } from "./generated";

export type BrandRow = BrandListOut["data"][number];

export const brandsQuery = queryOptions({
  queryKey: ["/api/v1/brands"],
  queryFn: ({ signal }) => v1Get<BrandListOut>("/brands", { signal }),
});
