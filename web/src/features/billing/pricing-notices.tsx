import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import { pricing, reasonKeys } from "@/lib/messages/billing";
import { comparison } from "@/lib/messages/plan-comparison";
import { asking, manual, returned } from "@/lib/messages/billing-manage";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useUnpaidPlan } from "@/lib/use-unpaid-plan";

import type { MySubscription } from "./api";
import { EndsNotice } from "./ends-notice";
import { PaymentNotice } from "./payment-notice";
import { isActive } from "./plans";
import type { Return } from "./use-checkout-return";

/** The row of the comparison that a `reason` in the address is about. */
export function highlightedRow(reason: string | null): { key: string; label: string } | null {
  if (!reason) return null;
  const key = Object.hasOwn(reasonKeys, reason) ? reasonKeys[reason] : reason;
  return comparison.flatMap(({ rows }) => rows).find((row) => row.key === key) ?? null;
}

type NoticesProps = {
  params: URLSearchParams;
  mine: MySubscription | undefined;
  comeBack: Return;
  pays: boolean;
  ask: string | null;
  /** Whether plans can be paid on this site; undefined until it is known. */
  online: boolean | undefined;
};

/** What the reader must know before choosing: how they came here, what is owed or ending, and who may choose. */
export function PricingNotices({ params, mine, comeBack, pays, ask, online }: NoticesProps) {
  const unpaid = useUnpaidPlan();
  const wanted = unpaid ? null : highlightedRow(params.get("reason"));
  return (
    <>
      <PaymentNotice />
      {params.get("canceled") === "true" ? (
        <Alert kind="info" title={pricing.canceledTitle}>
          {pricing.canceledText}
        </Alert>
      ) : null}
      <Outcome comeBack={comeBack} mine={mine} />
      {mine?.subscription ? <EndsNotice subscription={mine.subscription} pays={pays} /> : null}
      {ask ? (
        <Alert kind="info" title={asking.title(ask)}>
          {asking.text}
        </Alert>
      ) : null}
      {online === false ? (
        <Alert kind="info" title={manual.noticeTitle}>
          {manual.noticeText}
        </Alert>
      ) : null}
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
function Outcome({ comeBack, mine }: { comeBack: Return; mine: MySubscription | undefined }) {
  if (comeBack.state === "none") return null;
  if (comeBack.state === "waiting") {
    return (
      <Alert
        kind="info"
        title={pricing.waitingTitle}
        action={
          <Button variant="secondary" size="sm" onClick={comeBack.again}>
            {returned.again}
          </Button>
        }
      >
        {pricing.waitingText}
      </Alert>
    );
  }
  if (comeBack.state === "checking" || !mine?.plan || !isActive(mine)) {
    return (
      <Alert kind="info" title={returned.checking}>
        {returned.checkingText}
      </Alert>
    );
  }
  return (
    <Alert
      kind="success"
      title={pricing.doneTitle(mine.plan.name)}
      action={
        <Link to={paths.dashboard} className={buttonClass("secondary", "sm")}>
          {pricing.goToDashboard}
        </Link>
      }
    >
      {comeBack.wasUpgrade ? returned.upgradedText : returned.startedText}
    </Alert>
  );
}
