import { queryOptions } from "@tanstack/react-query";

import type { OfferChangeIn, OfferOut } from "@/api/generated";
import { brandKey } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

export type Offer = OfferOut;
export type OfferChange = OfferChangeIn;
export type Kind = NonNullable<Offer["kind"]>["value"];
/** The slots that stand on the card. */
export type Slot = "kind" | "category" | "audience" | "place";

export const offerQuery = (brandId: string) =>
  queryOptions({ queryKey: [...brandKey(brandId), "offer"], queryFn: ({ signal }) => v1Get<Offer>(`/brands/${brandId}/offer`, { signal }) });

/** Says something of the offer; null takes back what was said. */
export const correctOffer = (brandId: string, change: OfferChange) => v1Send<Offer>("PATCH", `/brands/${brandId}/offer`, change);
