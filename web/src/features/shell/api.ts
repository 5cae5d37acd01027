import { queryOptions } from "@tanstack/react-query";

import { v1Get } from "@/lib/http";

export type BrandRow = {
  id: string;
  name: string;
  websiteUrl: string | null;
  isPrimary: boolean;
  status: "active" | "paused" | "deleted";
  overall: number | null;
};

export type BrandList = { data: BrandRow[] };

export const brandsQuery = queryOptions({
  queryKey: ["/api/v1/brands"],
  queryFn: ({ signal }) => v1Get<BrandList>("/brands", { signal }),
});
