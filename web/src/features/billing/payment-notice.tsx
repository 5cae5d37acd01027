import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useAuth } from "@/lib/auth";
import { longDate } from "@/lib/format";
import { asking, managing, overdue as words } from "@/lib/messages/billing-manage";
import { useIsFuture } from "@/lib/use-is-future";

import { useSubscriptionSignal } from "./subscription-signal";
import { usePayer } from "./use-payer";
import { usePortal } from "./use-plan-actions";

/**
 * Above every section: a payment is missing, until when the plan stays open, and who can see to it. Also hears other
 * tabs.
 */
export function PaymentNotice() {
  const { businessInfo } = useAuth();
  const plan = businessInfo?.plan;
  useSubscriptionSignal();
  if (!plan || (plan.status !== "past_due" && plan.status !== "unpaid")) return null;
  return <Owed name={plan.name} until={plan.accessUntil ?? null} />;
}

function Owed({ name, until }: { name: string; until: string | null }) {
  const { pays, ask } = usePayer();
  const portal = usePortal();
  const open = useIsFuture(until);
  const toPay = (
    <Button
      variant="secondary"
      size="sm"
      pending={portal.isPending || portal.isSuccess}
      onClick={() => portal.mutate("payment_method")}
    >
      {managing.payment}
    </Button>
  );
  return (
    <Alert
      kind={open ? "warning" : "error"}
      title={open ? words.graceTitle : words.closedTitle}
      action={pays ? toPay : null}
    >
      <p>{open && until ? words.grace(name, longDate(until)) : words.closed(name)}</p>
      {ask ? <p className="mt-1">{asking.title(ask)}</p> : null}
    </Alert>
  );
}
