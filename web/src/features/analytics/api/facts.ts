import { send, taggedQuery } from "@/api/client";
import type { FactIn, FactsOut } from "@/api/generated";
import { brandKey } from "@/api/live";

export type Facts = FactsOut;
export type Fact = FactsOut["facts"][number];
export type FactKind = Fact["kind"];
/** Facts under the entity tag they were read with. */
export type TaggedFacts = { facts: Facts; tag: string | null };

export const factsQuery = (brandId: string) =>
  taggedQuery("facts", "/api/v1/brands/{brand_id}/facts", { path: { brand_id: brandId }, below: brandKey(brandId) });

/** All of them as they are to stand; those left out are removed. */
export const saveFacts = (brandId: string, facts: FactIn[], tag: string | null) =>
  send("PUT", "/api/v1/brands/{brand_id}/facts", { path: { brand_id: brandId }, body: { facts }, ifMatch: tag });
