import { Link } from "react-router";

import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { comparison, pricing, reasonKeys } from "@/lib/messages/billing";
import { paths } from "@/lib/paths";

import type { MySubscription } from "./api";
import { isActive } from "./plans";

/** The row of the comparison that a `reason` in the address is about. */
export function highlightedRow(reason: string | null): { key: string; label: string } | null {
  if (!reason) return null;
  const key = Object.hasOwn(reasonKeys, reason) ? reasonKeys[reason] : reason;
  return comparison.flatMap(({ rows }) => rows).find((row) => row.key === key) ?? null;
}

type NoticesProps = { params: URLSearchParams; subscription: MySubscription | undefined };

/** What the address says about how the reader came here. */
export function PricingNotices({ params, subscription }: NoticesProps) {
  const wanted = highlightedRow(params.get("reason"));
  return (
    <>
      {params.get("canceled") === "true" ? (
        <Alert kind="info" title={pricing.canceledTitle}>
          {pricing.canceledText}
        </Alert>
      ) : null}
      {params.has("session_id") && subscription ? <Outcome subscription={subscription} /> : null}
      {params.get("intent") === "cancel" && subscription?.plan ? <CancelNotice /> : null}
      {wanted ? (
        <Alert kind="info" title={pricing.reason(wanted.label)}>
          {pricing.reasonText}{" "}
          <a href="#compare" className="text-accent-text underline underline-offset-4">
            {pricing.compare}
          </a>
        </Alert>
      ) : null}
    </>
  );
}

/** After a return from checkout: the plan is there, or its confirmation is still on the way. */
function Outcome({ subscription }: { subscription: MySubscription }) {
  if (!isActive(subscription) || !subscription.plan) {
    return (
      <Alert kind="info" title={pricing.waitingTitle}>
        {pricing.waitingText}
      </Alert>
    );
  }
  return (
    <Alert
      kind="success"
      title={pricing.doneTitle(subscription.plan.name)}
      action={
        <Link to={paths.dashboard} className={buttonClass("secondary", "sm")}>
          {pricing.goToDashboard}
        </Link>
      }
    />
  );
}

function CancelNotice() {
  return (
    <Alert
      kind="info"
      title={pricing.intentTitle}
      action={
        <Link to={paths.subscription} className={buttonClass("secondary", "sm")}>
          {pricing.backToSubscription}
        </Link>
      }
    >
      {pricing.intentText}
    </Alert>
  );
}
