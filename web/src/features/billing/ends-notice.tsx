import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { longDate } from "@/lib/format";
import { subscription as words } from "@/lib/messages/billing";
import { managing } from "@/lib/messages/billing-manage";

import type { Subscription } from "./api";
import { endOf } from "./plans";
import { useResume } from "./use-plan-actions";

/** A cancelled subscription that still runs: until when, and the way to keep it. */
export function EndsNotice({ subscription, pays }: { subscription: Subscription; pays: boolean }) {
  const resume = useResume();
  const end = endOf(subscription);
  if (!subscription.cancelAtPeriodEnd || !end) return null;
  return (
    <Alert
      kind="warning"
      title={words.endsOn(longDate(end))}
      action={
        pays ? (
          <Button variant="secondary" size="sm" pending={resume.isPending} onClick={() => resume.mutate()}>
            {managing.resume}
          </Button>
        ) : null
      }
    >
      {managing.endsText}
    </Alert>
  );
}
