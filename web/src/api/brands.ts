import { queryOptions } from "@tanstack/react-query";

import { v1Get } from "@/lib/http";

import type { BrandOut, ListOutBrandOut } from "./generated";

export type BrandRow = BrandOut;

export const brandsQuery = queryOptions({
  queryKey: ["/api/v1/brands"],
  queryFn: ({ signal }) => v1Get<ListOutBrandOut>("/brands", { signal }),
});
