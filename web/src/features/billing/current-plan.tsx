import { Check } from "lucide-react";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { longDate } from "@/lib/format";
import { frequencies, subscription as words } from "@/lib/messages/billing";
import { asking, managing } from "@/lib/messages/billing-manage";
import { shell } from "@/lib/messages/shell";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import type { MySubscription, Subscription } from "./api";
import { endOf, featuresOf, isActive } from "./plans";
import { usePortal } from "./use-plan-actions";

const SwitchDialog = lazyPart(async () => (await import("./switch-dialog")).SwitchDialog);

type CurrentPlanProps = { mine: MySubscription; pays: boolean; ask: string | null };

/** The plan, its state and period, what it brings, and what may be done with it. */
export function CurrentPlan({ mine, pays, ask }: CurrentPlanProps) {
  const { plan, subscription } = mine;
  const active = isActive(mine);
  const frequency = subscription ? ` (${frequencies[subscription.billingFrequency]})` : "";
  return (
    <Card className="sm:p-6">
      <p className="text-sm text-ink-3">{words.plan}</p>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <h2 className="text-2xl font-semibold">
          {plan?.name ?? words.planFallback}
          {frequency ? <span className="text-lg font-normal text-ink-2">{frequency}</span> : null}
        </h2>
        <Badge tone={active ? "good" : "neutral"}>{active ? shell.active : shell.inactive}</Badge>
        {subscription && managing.statuses[subscription.status] ? (
          <Badge tone="moderate">{managing.statuses[subscription.status]}</Badge>
        ) : null}
      </div>
      {subscription ? <Period subscription={subscription} /> : null}
      {subscription ? <Features features={plan?.features} /> : null}
      <div className="mt-5 flex flex-col items-start gap-4 border-t border-line pt-5">
        {subscription ? null : <p className="max-w-prose text-ink-2">{words.upgradeText}</p>}
        {pays ? <Actions mine={mine} /> : <Ask owner={ask} />}
      </div>
    </Card>
  );
}

function Ask({ owner }: { owner: string | null }) {
  if (!owner) return null;
  return (
    <div>
      <p className="font-medium">{asking.title(owner)}</p>
      <p className="mt-1 text-sm text-ink-2">{asking.text}</p>
    </div>
  );
}

function Period({ subscription }: { subscription: Subscription }) {
  const { currentPeriodStart: from, currentPeriodEnd: to } = subscription;
  const next = nextStep(subscription);
  return (
    <div className="tabular mt-3 flex flex-col gap-1 text-ink-2">
      {from && to ? (
        <p>
          <span className="sr-only">{words.periodLabel}: </span>
          {words.period(longDate(from), longDate(to))}
        </p>
      ) : null}
      {next ? <p>{next}</p> : null}
      {subscription.processor === "manual" ? <p>{managing.byHand}</p> : null}
    </div>
  );
}

/** What comes next by itself; a cancelled subscription has a notice of its own. */
function nextStep(subscription: Subscription): string | null {
  const { status, processor, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  const end = endOf(subscription);
  if (cancelAtPeriodEnd) return null;
  if (processor === "manual") return end ? managing.openUntil(longDate(end)) : null;
  return status === "active" && currentPeriodEnd ? managing.nextPayment(longDate(currentPeriodEnd)) : null;
}

function Features({ features }: { features: unknown }) {
  return (
    <>
      <h3 className="mt-5 border-t border-line pt-5 font-semibold">{words.features}</h3>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2">
        {featuresOf(features, words.defaultFeatures).map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden size={16} className="mt-0.5 text-accent-text" />
            {feature}
          </li>
        ))}
      </ul>
    </>
  );
}

function Actions({ mine: { plan, subscription } }: { mine: MySubscription }) {
  const [switching, setSwitching] = useState(false);
  const portal = usePortal();
  const paidOnline = subscription?.processor === "stripe";
  const wanted = subscription?.billingFrequency === "yearly" ? "monthly" : "yearly";
  if (!plan || !subscription) {
    return (
      <Link to={paths.pricing} className={buttonClass("primary")}>
        {words.upgrade}
      </Link>
    );
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={paths.pricing} className={buttonClass("primary")}>
        {words.change}
      </Link>
      {paidOnline && subscription.status === "active" && !subscription.cancelAtPeriodEnd ? (
        <Button variant="secondary" onClick={() => setSwitching(true)}>
          {wanted === "yearly" ? managing.toYearly : managing.toMonthly}
        </Button>
      ) : null}
      {paidOnline ? (
        <Button
          variant="secondary"
          pending={portal.isPending || portal.isSuccess}
          onClick={() => portal.mutate("home")}
        >
          {managing.portal}
        </Button>
      ) : null}
      {subscription.cancelAtPeriodEnd ? null : (
        <Link to={`${paths.pricing}?intent=cancel`} className={buttonClass("secondary")}>
          {words.cancel}
        </Link>
      )}
      {switching ? (
        <SwitchDialog
          planId={plan.id}
          subscription={subscription}
          wanted={wanted}
          onClose={() => setSwitching(false)}
        />
      ) : null}
    </div>
  );
}
