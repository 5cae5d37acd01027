import { queryOptions } from "@tanstack/react-query";

import { v1Get } from "@/lib/http";

export type BrandRow = {
  id: string;
  name: string;
  websiteUrl: string | null;
  source: "website" | "document" | "description";
  isPrimary: boolean;
  status: "active" | "paused" | "deleted";
  targetAudience: string | null;
  overall: number | null;
  audience: number | null;
  createdAt: string;
};

export type BrandList = { data: BrandRow[] };

export const brandsQuery = queryOptions({
  queryKey: ["/api/v1/brands"],
  queryFn: ({ signal }) => v1Get<BrandList>("/brands", { signal }),
});
