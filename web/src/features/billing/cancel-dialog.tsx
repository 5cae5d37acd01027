import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import type { PartProps } from "@/components/ui/lazy-part";
import { longDate } from "@/lib/format";
import { cancellation as words } from "@/lib/messages/billing-manage";

import type { MySubscription } from "./api";
import { openUntil } from "./plans";
import { useCancel } from "./use-plan-actions";

const LONGEST = 500;

type CancelDialogProps = PartProps & { mine: MySubscription };

function ending(name: string, subscription: MySubscription["subscription"], now: number): string {
  const end = subscription ? openUntil(subscription) : null;
  if (!end) return words.endsWithPeriod(name);
  return Date.parse(end) > now ? words.ends(name, longDate(end)) : words.endedBefore(name);
}

/** Before a subscription ends: until when it stays open, what changes then, and why. */
export function CancelDialog({ mine: { plan, subscription }, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState("");
  const cancel = useCancel(onClose);
  const [now] = useState(Date.now);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={words.title}
        description={ending(plan?.name ?? "", subscription, now)}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {words.keep}
            </Button>
            <Button variant="danger" pending={cancel.isPending} onClick={() => cancel.mutate(reason.trim())}>
              {cancel.isPending ? words.confirming : words.confirm}
            </Button>
          </>
        }
      >
        <h3 className="font-medium">{words.lostTitle}</h3>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-ink-2">
          {words.lost.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Field
          label={words.reason}
          hint={words.reasonHint}
          aside={reason.length > LONGEST - 100 ? `${reason.length} / ${LONGEST}` : null}
          className="mt-5"
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={LONGEST}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </DialogContent>
    </Dialog>
  );
}
