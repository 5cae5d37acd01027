import { Check } from "lucide-react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { pricing } from "@/lib/messages/billing";
import { asking } from "@/lib/messages/billing-manage";

import type { Frequency, Plan } from "./api";
import { decideChoice, monthlyPrice, yearlyCharge } from "./plans";

type PlanCardsProps = {
  plans: Plan[];
  frequency: Frequency;
  currentId: number;
  signedIn: boolean;
  pendingId: number | undefined;
  /** Until it is known which plan is the current one, none can be chosen. */
  ready: boolean;
  /** Whom to ask, for a reader who may not choose; then there are no buttons. */
  ask: string | null;
  onChoose: (planId: number) => void;
};

/** Equal cards; the recommended one is told by border and badge, never by size. */
export function PlanCards({ plans, ...rest }: PlanCardsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-3 lg:gap-6">
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} {...rest} />
      ))}
    </ul>
  );
}

function PlanCard({
  plan,
  frequency,
  currentId,
  signedIn,
  pendingId,
  ready,
  ask,
  onChoose,
}: Omit<PlanCardsProps, "plans"> & { plan: Plan }) {
  const pending = pendingId === plan.id;
  const label = pending ? pricing.choosing : labelOf(plan.id, currentId, signedIn);
  const current = plan.id === currentId;
  return (
    <li
      className={cn(
        "flex flex-col rounded-card border bg-surface p-5 lg:p-6",
        plan.popular ? "border-accent ring-1 ring-accent" : "border-line",
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h2 className="text-xl font-semibold">{plan.name}</h2>
        {plan.popular ? <Badge tone="accent">{pricing.recommended}</Badge> : null}
      </div>
      <p className="mt-1 text-ink-2 md:min-h-[2lh] xl:min-h-0">{plan.description}</p>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-3xl font-semibold tracking-tight">{monthlyPrice(plan, frequency)}</span>
        <span className="text-ink-2">{pricing.perMonth}</span>
      </p>
      <p className="tabular mt-1 text-sm text-ink-3">
        {frequency === "yearly" ? pricing.billedYearly(yearlyCharge(plan)) : pricing.billedMonthly}
      </p>
      {ask === null ? (
        <Button
          variant={plan.popular && !current ? "primary" : "secondary"}
          size="lg"
          className="mt-5 w-full"
          pending={pending}
          disabled={!ready || (pendingId !== undefined && !pending)}
          aria-label={pricing.choosePlan(label, plan.name)}
          onClick={() => onChoose(plan.id)}
        >
          {label}
        </Button>
      ) : (
        <p className="mt-5 flex min-h-11 items-center text-sm text-ink-2">
          {current ? pricing.current : asking.title(ask)}
        </p>
      )}
      <ul className="mt-6 flex flex-col gap-2.5 border-t border-line pt-5">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden size={16} className="mt-0.5 text-accent-text" />
            {feature}
          </li>
        ))}
      </ul>
    </li>
  );
}

function labelOf(planId: number, currentId: number, signedIn: boolean): string {
  const choice = decideChoice(signedIn, currentId, planId);
  if (choice === "subscribed") return pricing.current;
  return choice === "support" ? pricing.contactSupport : pricing.choose;
}
