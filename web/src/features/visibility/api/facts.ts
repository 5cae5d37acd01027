import { queryOptions } from "@tanstack/react-query";

import type { FactIn, FactsOut } from "@/api/generated";
import { brandKey } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

export type Facts = FactsOut;
export type Fact = FactsOut["facts"][number];
export type FactKind = Fact["kind"];
/** Facts under the entity tag they were read with. */
export type TaggedFacts = { facts: Facts; tag: string | null };

export const factsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "facts"],
    queryFn: async ({ signal }): Promise<TaggedFacts> => {
      let tag: string | null = null;
      const facts = await v1Get<Facts>(`/brands/${brandId}/facts`, {
        signal,
        onHeaders: (headers) => (tag = headers.get("etag")),
      });
      return { facts, tag };
    },
  });

/** All of them as they are to stand; those left out are removed. */
export const saveFacts = (brandId: string, facts: FactIn[], tag: string | null) =>
  v1Send<Facts>("PUT", `/brands/${brandId}/facts`, { facts }, tag ? { headers: { "If-Match": tag } } : {});
