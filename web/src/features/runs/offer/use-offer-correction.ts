import { useQueryClient } from "@tanstack/react-query";

import { panelKey } from "@/api/panel";
import { toastWithUndo } from "@/components/ui/undo-toast";
import { offer as words } from "@/lib/messages/offer";
import { useAction } from "@/lib/use-action";

import { correctOffer, offerQuery, type Offer, type OfferChange, type Slot } from "../api/offer";

/** Says something of a slot, shows it at once and offers to take it back. */
export function useOfferCorrection(brandId: string, onDone?: () => void) {
  const client = useQueryClient();
  const { queryKey } = offerQuery(brandId);
  const show = (offer: Offer) => {
    client.setQueryData(queryKey, offer);
    void client.invalidateQueries({ queryKey: panelKey(brandId) }); // other questions may fit now
  };
  const undo = useAction({
    run: (change: OfferChange) => correctOffer(brandId, change),
    done: show,
    outdated: queryKey,
    failed: words.failed,
  });
  return useAction({
    run: async ({ slot, value }: { slot: Slot; value: string | null }) => {
      const before = client.getQueryData(queryKey);
      return { before, after: await correctOffer(brandId, { [slot]: value }) };
    },
    done: ({ before, after }, { slot }) => {
      show(after);
      toastWithUndo(words.saved(words.slots[slot]), () => undo.mutate({ [slot]: wordOn(before, slot) }));
      onDone?.();
    },
    outdated: queryKey,
    failed: words.failed,
  });
}

/** What a person had said of the slot; null where they had said nothing, "" where they had said that there is none. */
function wordOn(offer: Offer | undefined, slot: Slot): string | null {
  return offer?.said.includes(slot) ? (offer[slot]?.value ?? "") : null;
}
