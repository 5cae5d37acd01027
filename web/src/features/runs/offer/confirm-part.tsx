import { useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";

import { brandKey, confirmationKey } from "@/api/live";
import { Button } from "@/components/ui/button";
import { useFocusPassedOn } from "@/components/ui/return-focus";
import { clock, longDate } from "@/lib/format";
import { offer as words } from "@/lib/messages/offer";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";
import { useEditing } from "@/lib/use-editing";

import { confirmOffer, type Confirmation } from "../api/offer";
import { WaysToAsk } from "../used-up";

const DAY_MS = 86_400_000;
const list = new Intl.ListFormat("en");

type ConfirmPartProps = { brandId: string; confirmation: Confirmation; analyzing: boolean };

/** Who waits until what we understood is confirmed, when they are asked anyway, and the press that asks them now. */
export function ConfirmPart({ brandId, confirmation, analyzing }: ConfirmPartProps) {
  const { canEdit, reason } = useEditing(brandId);
  const client = useQueryClient();
  const names = list.format(confirmation.assistants);
  const ask = useAction({
    run: () => confirmOffer(brandId),
    done: () => {
      toast({ variant: "success", title: words.confirmed(names) });
      void client.invalidateQueries({ queryKey: brandKey(brandId) });
    },
    outdated: confirmationKey(brandId),
    failed: words.confirmFailed,
  });
  const due = isDue(confirmation);
  const leaving = useFocusPassedOn<HTMLDivElement>();
  return (
    <div
      ref={leaving}
      role="status"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-field bg-sunken p-4"
    >
      <p className="flex min-w-0 flex-1 basis-72 gap-2 text-sm text-ink-2">
        <Clock aria-hidden size={18} className="mt-px shrink-0 text-ink-3" />
        <span>
          {confirmation.refusal ?? sentence(confirmation, names, analyzing)}
          {confirmation.refusal && confirmation.answers ? (
            <>
              {" "}
              <WaysToAsk planHelps={confirmation.planHelps} className="text-accent-text" />
            </>
          ) : null}
          {!canEdit && reason ? <span className="block text-ink-3">{reason}</span> : null}
        </span>
      </p>
      {canEdit && !confirmation.refusal && !due ? (
        <Button
          variant="primary"
          className="max-sm:w-full"
          pending={ask.isPending}
          onClick={() => ask.mutate(undefined)}
        >
          {words.askNow(names)}
        </Button>
      ) : null}
    </div>
  );
}

const isDue = ({ startsAt }: Confirmation) => startsAt !== null && Date.parse(startsAt) <= Date.now();

function sentence(confirmation: Confirmation, names: string, analyzing: boolean): string {
  const at = confirmation.startsAt ?? "";
  if (isDue(confirmation)) return analyzing ? words.afterThis(names) : words.starting(names);
  const far = Date.parse(at) - Date.now() > DAY_MS;
  return words.atLatest(names, confirmation.answers, far ? words.onDay(longDate(at)) : words.byItself(clock(at)));
}
