import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { ConfirmationOut, OfferChangeIn, OfferOut, RunOut } from "@/api/generated";
import { brandKey } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

export type Offer = OfferOut;
export type OfferChange = OfferChangeIn;
export type Confirmation = ConfirmationOut;
export type Kind = NonNullable<Offer["kind"]>["value"];
/** The slots that stand on the card. */
export type Slot = "kind" | "category" | "audience" | "place";

export const offerQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "offer"],
    queryFn: ({ signal }) => v1Get<Offer>(`/brands/${brandId}/offer`, { signal }),
  });

/** What the first analysis holds back until somebody confirms; read anew whenever another run is under way. */
export const confirmationQuery = (brandId: string, activeRunId: string | null) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "confirmation", activeRunId],
    queryFn: ({ signal }) => v1Get<Confirmation>(`/brands/${brandId}/confirmation`, { signal }),
    placeholderData: keepPreviousData,
  });

export const confirmOffer = (brandId: string) => v1Send<RunOut>("POST", `/brands/${brandId}/confirmation`);

/** Says something of the offer; null takes back what was said. */
export const correctOffer = (brandId: string, change: OfferChange) =>
  v1Send<Offer>("PATCH", `/brands/${brandId}/offer`, change);
