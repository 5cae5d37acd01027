import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState, type ReactNode } from "react";

import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { offer as words } from "@/lib/messages/offer";
import { useMembership } from "@/lib/use-membership";

import { confirmationQuery, offerQuery, type Offer, type Slot } from "../api/offer";

import { ConfirmPart } from "./confirm-part";
import { OfferQuestion } from "./offer-question";
import { SlotForm } from "./slot-form";

const READING_MS = 4_000;
const SLOTS = ["kind", "category", "audience", "place"] as const;

type OfferCardProps = {
  brandId: string;
  activeRunId?: string | null;
  /** Questions and competitors to look through, while assistants wait for a confirmation. */
  review?: ReactNode;
  /** Other questions that fit what is known, where they do not stand beside the card. */
  offered?: ReactNode;
};

/**
 * What we understood of the brand, each thing to be changed in place; what could not be understood is asked.
 * While assistants wait for it to be confirmed, this is where that is done.
 */
export function OfferCard({ brandId, activeRunId = null, review = null, offered = null }: OfferCardProps) {
  const canEdit = useMembership()?.manages ?? false;
  const confirmation = useQuery(confirmationQuery(brandId, activeRunId)).data;
  const analyzing = activeRunId !== null;
  const found = useQuery({
    ...offerQuery(brandId),
    refetchInterval: ({ state }) => (analyzing && state.data?.readAt === null ? READING_MS : false),
  });
  if (found.isError && !found.data) return <ErrorCard error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton className="h-40" />;
  const { data } = found;
  const guessed = data.readable && data.suggestions.length > 0 && !data.said.includes("category");
  const asked = data.readAt !== null && (!data.readable || guessed);
  const waiting = confirmation?.waiting ?? false;
  const title = waiting ? words.confirmTitle : words.title;
  const text = waiting ? words.confirmText : words.text;
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description={canEdit ? text : words.textRead} className="mb-2" />
      {data.readAt === null && !data.category ? <p className="mb-2 text-sm text-ink-2">{words.reading}</p> : null}
      {asked && canEdit ? <OfferQuestion brandId={brandId} suggestions={data.suggestions} guessed={guessed} /> : null}
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {SLOTS.map((slot) => (
          <Line key={slot} brandId={brandId} slot={slot} offer={data} canEdit={canEdit} />
        ))}
      </dl>
      {waiting ? null : offered}
      {waiting ? (
        review
      ) : data.readAt !== null && canEdit ? (
        <p className="mt-3 text-xs text-ink-3">{words.later}</p>
      ) : null}
      {waiting && confirmation ? (
        <ConfirmPart brandId={brandId} confirmation={confirmation} analyzing={analyzing} />
      ) : null}
    </Card>
  );
}

/** What a slot holds, in words. */
function shownOf(offer: Offer, slot: Slot): string {
  if (slot === "kind") return offer.kind ? words.kinds[offer.kind.value] : "";
  return offer[slot]?.value ?? "";
}

function Line({ brandId, slot, offer, canEdit }: { brandId: string; slot: Slot; offer: Offer; canEdit: boolean }) {
  const [step, setStep] = useState<"shown" | "editing" | "back">("shown");
  const editing = step === "editing";
  const value = shownOf(offer, slot);
  const said = offer.said.includes(slot);
  return (
    <div className="min-w-0 border-t border-line py-2.5">
      <dt className="text-sm text-ink-3">{words.slots[slot]}</dt>
      <dd>
        {editing ? (
          <SlotForm brandId={brandId} slot={slot} offer={offer} onClose={() => setStep("back")} />
        ) : canEdit ? (
          <button
            type="button"
            className="inline-flex min-h-6 max-w-full items-center gap-2 text-left underline-offset-4 hover:text-accent-text hover:underline"
            aria-label={words.change(words.slots[slot], value || words.unknown)}
            autoFocus={step === "back"}
            onClick={() => setStep("editing")}
          >
            <span className={value ? "min-w-0 break-words font-medium" : "text-ink-3"}>{value || words.unknown}</span>
            <Pencil aria-hidden size={14} className="shrink-0 text-ink-3" />
          </button>
        ) : (
          <span className={value ? "break-words font-medium" : "text-ink-3"}>{value || words.unknown}</span>
        )}
        {said && !editing ? <span className="block text-xs text-ink-3">{words.said}</span> : null}
      </dd>
    </div>
  );
}
