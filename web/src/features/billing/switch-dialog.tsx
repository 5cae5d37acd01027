import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { PartProps } from "@/components/ui/lazy-part";
import { managing, switching as words } from "@/lib/messages/billing-manage";

import { plansQuery, type Frequency, type Plan, type Subscription } from "./api";
import { dollars, periodPrice, switchEstimate } from "./plans";
import { useSwitch } from "./use-plan-actions";

type SwitchDialogProps = PartProps & { planId: number; subscription: Subscription; wanted: Frequency };

/** Before paying at another rhythm: what it costs about; the payment page says it to the cent. */
export function SwitchDialog({ planId, subscription, wanted, onClose }: SwitchDialogProps) {
  const plans = useQuery(plansQuery);
  const change = useSwitch();
  const plan = plans.data?.find(({ id }) => id === planId);
  const busy = change.isPending || change.isSuccess;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={wanted === "yearly" ? managing.toYearly : managing.toMonthly}
        description={words.text}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {words.back}
            </Button>
            <Button pending={busy} onClick={() => change.mutate(wanted)}>
              {busy ? words.going : words.go}
            </Button>
          </>
        }
      >
        {plan ? <Preview plan={plan} subscription={subscription} wanted={wanted} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function Preview({ plan, subscription, wanted }: { plan: Plan; subscription: Subscription; wanted: Frequency }) {
  const [now] = useState(Date.now);
  const estimate = switchEstimate(plan, subscription, wanted, now);
  const price = (frequency: Frequency) =>
    (frequency === "yearly" ? words.perYear : words.perMonth)(periodPrice(plan, frequency));
  const rows: [string, string][] = [
    [words.now, price(subscription.billingFrequency)],
    [words.then, price(wanted)],
  ];
  if (estimate) {
    rows.push([words.credit, dollars(estimate.credit)], [words.due, dollars(estimate.due)]);
    if (estimate.kept) rows.push([words.kept, dollars(estimate.kept)]);
  }
  return (
    <>
      <dl className="flex flex-col gap-2">
        {rows.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-ink-2">{label}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {estimate ? <p className="mt-3 text-sm text-ink-3">{words.estimate}</p> : null}
    </>
  );
}
