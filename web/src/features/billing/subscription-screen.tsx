import { Check } from "lucide-react";
import { Link } from "react-router";

import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { longDate } from "@/lib/format";
import { frequencies, subscription as words } from "@/lib/messages/billing";
import { shell } from "@/lib/messages/shell";
import { paths } from "@/lib/paths";

import { useMySubscription, type MySubscription } from "./api";
import { featuresOf, isActive } from "./plans";

/** Settings / Subscription: what is paid for, until when, and what it brings. */
export function SubscriptionScreen() {
  const mine = useMySubscription();
  if (mine.data) return <Loaded mine={mine.data} />;
  if (mine.isError) return <ErrorCard title={words.loadFailed} error={mine.error} onRetry={() => void mine.refetch()} />;
  return <Skeleton className="h-56 w-full" />;
}

function Loaded({ mine }: { mine: MySubscription }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <CurrentPlan mine={mine} />
      <Usage usage={mine.usage} />
    </div>
  );
}

function CurrentPlan({ mine }: { mine: MySubscription }) {
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
      </div>
      {subscription ? <Subscribed mine={mine} /> : <Unsubscribed />}
    </Card>
  );
}

function Unsubscribed() {
  return (
    <div className="mt-5 flex flex-col items-start gap-4 border-t border-line pt-5">
      <p className="max-w-prose text-ink-2">{words.upgradeText}</p>
      <Link to={paths.pricing} className={buttonClass("primary")}>
        {words.upgrade}
      </Link>
    </div>
  );
}

function Subscribed({ mine: { plan, subscription } }: { mine: MySubscription }) {
  const from = subscription?.currentPeriodStart;
  const to = subscription?.currentPeriodEnd;
  return (
    <>
      {from && to ? (
        <p className="tabular mt-3 text-ink-2">
          <span className="sr-only">{words.periodLabel}: </span>
          {words.period(longDate(from), longDate(to))}
        </p>
      ) : null}
      {subscription?.cancelAtPeriodEnd && to ? <p className="mt-1 font-medium text-moderate-text">{words.endsOn(longDate(to))}</p> : null}
      <h3 className="mt-5 border-t border-line pt-5 font-semibold">{words.features}</h3>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2">
        {featuresOf(plan?.features, words.defaultFeatures).map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden size={16} className="mt-0.5 text-accent-text" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to={paths.pricing} className={buttonClass("primary")}>
          {words.change}
        </Link>
        <Link to={paths.cancelSubscription} className={buttonClass("secondary")}>
          {words.cancel}
        </Link>
      </div>
    </>
  );
}

/** Counted limits of the plan; only those with a name here are shown. */
function Usage({ usage = [] }: { usage?: MySubscription["usage"] }) {
  const rows = usage.flatMap((item) => (words.usageNames[item.feature] ? [{ ...item, name: words.usageNames[item.feature] ?? "" }] : []));
  if (!rows.length) return null;
  return (
    <Card>
      <CardHeader title={words.usage} />
      <ul className="flex flex-col gap-4">
        {rows.map(({ feature, name, used, limit }) => (
          <li key={feature}>
            <p className="flex items-baseline justify-between gap-3">
              {name}
              <span className="tabular text-sm text-ink-2">{words.usageOf(used, limit)}</span>
            </p>
            {limit ? <Progress value={Math.min(used, limit)} max={limit} label={name} className="mt-1.5" /> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
