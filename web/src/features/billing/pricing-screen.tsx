import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";

import { metaQuery } from "@/api/meta";
import { PublicFrame } from "@/components/layout/public-frame";
import { ErrorCard } from "@/components/ui/error-card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useAuth } from "@/lib/auth";
import { fallbackPlans, frequencies, pricing } from "@/lib/messages/billing";
import { useSearchParams } from "@/lib/navigation";

import { plansQuery, useMySubscription, type Frequency, type MySubscription, type Plan } from "./api";
import { ComparisonTable } from "./comparison-table";
import { ContactBlock } from "./contact-block";
import { PlanCards } from "./plan-cards";
import { yearlySaving } from "./plans";
import { highlightedRow, PricingNotices } from "./pricing-notices";
import { usePlanEvents } from "./subscription-signal";
import { useChoosePlan } from "./use-choose-plan";
import { usePayer } from "./use-payer";
import { useCheckoutReturn } from "./use-checkout-return";

const CancelDialog = lazyPart(async () => (await import("./cancel-dialog")).CancelDialog);
const ManualDialog = lazyPart(async () => (await import("./manual-dialog")).ManualDialog);

/** The plans, for anybody; what a button does depends on who presses it. */
export function PricingScreen() {
  const { user, isLoading } = useAuth();
  const [params] = useSearchParams();
  const plans = useQuery(plansQuery);
  const comeBack = useCheckoutReturn();
  const mine = useMySubscription(comeBack.state !== "none");
  const { pays, ask } = usePayer();
  const meta = useQuery(metaQuery);
  const online = meta.data?.features.onlinePayment;
  const [frequency, setFrequency] = useFrequency();
  const [requested, setRequested] = useState<number | null>(null);
  const currentId = mine.data?.plan?.id ?? 0;
  const { choose, pendingId } = useChoosePlan({ currentId, frequency, byHand: online === false ? setRequested : null });
  usePlanEvents(Boolean(user));
  const list = planList(plans.data, plans.isError);
  const known = !isLoading && !mine.isLoading;
  const wished = list?.find(({ id }) => id === requested);
  // A notice above the plans would push them down: they come when it is known whether there is one.
  const answered = meta.isSuccess || meta.failureCount > 0;
  const planLine = known && !mine.isError ? currentPlanOf(mine.data) : null;

  return (
    <PublicFrame>
      <div className="flex flex-col items-center gap-2 text-center">
        <h1 className="text-2xl font-semibold sm:text-3xl">{pricing.title}</h1>
        <div className="min-h-6 text-lg text-ink-2">
          {planLine ? (
            <p>{pricing.currentPlan(planLine.name, planLine.frequency)}</p>
          ) : known ? null : (
            <Skeleton className="h-6 w-64" />
          )}
        </div>
        {list ? (
          <BillingToggle plans={list} frequency={frequency} onChange={setFrequency} />
        ) : (
          <Skeleton className="mt-4 h-11 w-72" />
        )}
      </div>
      <div className="flex flex-col gap-4 empty:hidden">
        {mine.isError ? (
          <ErrorCard title={pricing.currentFailed} error={mine.error} onRetry={() => void mine.refetch()} />
        ) : null}
        <PricingNotices params={params} mine={mine.data} comeBack={comeBack} pays={pays} ask={ask} online={online} />
      </div>
      {list && answered ? (
        <>
          <div>
            <PlanCards
              plans={list}
              frequency={frequency}
              currentId={currentId}
              signedIn={Boolean(user)}
              pendingId={pendingId}
              ready={known}
              ask={ask}
              onChoose={choose}
            />
            <p className="mt-4 text-center text-sm text-ink-3">{pricing.currency}</p>
          </div>
          <ComparisonTable
            plans={fallbackPlans.map(({ id, name }) => list.find((plan) => plan.id === id)?.name ?? name)}
            highlighted={highlightedRow(params.get("reason"))?.key ?? null}
          />
          <ContactBlock />
        </>
      ) : (
        <Waiting />
      )}
      {mine.data && pays ? <CancelIntent mine={mine.data} /> : null}
      {wished ? <ManualDialog plan={wished} frequency={frequency} onClose={() => setRequested(null)} /> : null}
    </PublicFrame>
  );
}

/** Who came to cancel is asked once more; the address then forgets it. */
function CancelIntent({ mine }: { mine: MySubscription }) {
  const [params, setParams] = useSearchParams();
  const close = useCallback(() => {
    const clean = (old: URLSearchParams) => {
      const fresh = new URLSearchParams(old);
      fresh.delete("intent");
      return fresh;
    };
    setParams(clean, { replace: true, preventScrollReset: true });
  }, [setParams]);
  if (params.get("intent") !== "cancel" || !mine.subscription || mine.subscription.cancelAtPeriodEnd) return null;
  return <CancelDialog mine={mine} onClose={close} />;
}

/** The answer when there is one, the list in code when the call fails, nothing yet while it runs. */
function planList(answer: Plan[] | undefined, failed: boolean): Plan[] | null {
  if (Array.isArray(answer) && answer.length) return answer;
  return answer || failed ? fallbackPlans : null;
}

function currentPlanOf(mine: MySubscription | undefined): { name: string; frequency: string } {
  if (!mine?.plan) return { name: pricing.free, frequency: frequencies.monthly };
  return { name: mine.plan.name, frequency: frequencies[mine.subscription?.billingFrequency ?? "monthly"] };
}

/** Annual unless the address says otherwise. */
function useFrequency(): [Frequency, (next: Frequency) => void] {
  const [params, setParams] = useSearchParams();
  const change = (next: Frequency) =>
    setParams(
      (old) => {
        const fresh = new URLSearchParams(old);
        if (next === "monthly") fresh.set("billing", next);
        else fresh.delete("billing");
        return fresh;
      },
      { preventScrollReset: true },
    );
  return [params.get("billing") === "monthly" ? "monthly" : "yearly", change];
}

function BillingToggle({
  plans,
  frequency,
  onChange,
}: {
  plans: Plan[];
  frequency: Frequency;
  onChange: (next: Frequency) => void;
}) {
  const saving = yearlySaving(plans);
  const choices = [
    { value: "monthly" as const, label: frequencies.monthly },
    {
      value: "yearly" as const,
      label: (
        <>
          {frequencies.yearly}
          {saving > 0 ? <span className="text-xs font-normal text-good-text">{pricing.saveShare(saving)}</span> : null}
        </>
      ),
    },
  ];
  return (
    <Segmented label={pricing.billing} value={frequency} onChange={onChange} choices={choices} className="mt-4 w-72" />
  );
}

function Waiting() {
  return (
    <div className="grid gap-4 md:grid-cols-3 lg:gap-6">
      {fallbackPlans.map(({ id }) => (
        <Skeleton key={id} className="h-104" />
      ))}
    </div>
  );
}
