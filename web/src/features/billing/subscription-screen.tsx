import { useQuery } from "@tanstack/react-query";

import { metaQuery } from "@/api/meta";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { subscription as words } from "@/lib/messages/billing";

import { useMySubscription, type MySubscription } from "./api";
import { CurrentPlan } from "./current-plan";
import { EndsNotice } from "./ends-notice";
import { InvoicesCard } from "./invoices-card";
import { PausedSurplus } from "./paused-surplus";
import { usePayer } from "./use-payer";

/** Settings / Subscription: what is paid for, until when, what it brings, and what it cost so far. */
export function SubscriptionScreen() {
  const mine = useMySubscription();
  if (mine.data) return <Loaded mine={mine.data} />;
  if (mine.isError)
    return <ErrorCard title={words.loadFailed} error={mine.error} onRetry={() => void mine.refetch()} />;
  return <Skeleton className="h-56 w-full" />;
}

function Loaded({ mine }: { mine: MySubscription }) {
  const { pays, ask } = usePayer();
  const online = useQuery(metaQuery).data?.features.onlinePayment ?? false;
  return (
    <div className="flex flex-col gap-6">
      {mine.subscription ? <EndsNotice subscription={mine.subscription} pays={pays} /> : null}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex flex-col gap-6">
          <CurrentPlan mine={mine} pays={pays} ask={ask} />
          <PausedSurplus />
        </div>
        <Usage usage={mine.usage} />
      </div>
      {pays && online ? <InvoicesCard /> : null}
    </div>
  );
}

/** Counted limits of the plan; only those with a name here are shown. */
function Usage({ usage = [] }: { usage?: MySubscription["usage"] }) {
  const rows = usage.flatMap((item) =>
    words.usageNames[item.feature] ? [{ ...item, name: words.usageNames[item.feature] ?? "" }] : [],
  );
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
