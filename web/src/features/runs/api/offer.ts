import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { query, send } from "@/api/client";
import type { ConfirmationOut, OfferChangeIn, OfferOut } from "@/api/generated";
import { family } from "@/api/keys";
import { brandKey, confirmationKey } from "@/api/live";

export type Offer = OfferOut;
export type OfferChange = OfferChangeIn;
export type Confirmation = ConfirmationOut;
export type Kind = NonNullable<Offer["kind"]>["value"];
/** The slots that stand on the card. */
export type Slot = "kind" | "category" | "audience" | "place";

export const offerQuery = (brandId: string) =>
  query("/api/v1/brands/{brand_id}/offer", { path: { brand_id: brandId }, below: brandKey(brandId) });

/** What the first analysis holds back until somebody confirms; read anew whenever another run is under way. */
export const confirmationQuery = (brandId: string, activeRunId: string | null) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/confirmation", {
      path: { brand_id: brandId },
      below: family(confirmationKey(brandId), activeRunId ?? ""),
    }),
    placeholderData: keepPreviousData,
  });

export const confirmOffer = (brandId: string) =>
  send("POST", "/api/v1/brands/{brand_id}/confirmation", { path: { brand_id: brandId } });

/** Says something of the offer; null takes back what was said. */
export const correctOffer = (brandId: string, change: OfferChange) =>
  send("PATCH", "/api/v1/brands/{brand_id}/offer", { path: { brand_id: brandId }, body: change });
