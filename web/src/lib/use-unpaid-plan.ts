import { useAuth } from "@/lib/auth";

import { useIsFuture } from "./use-is-future";

/** The plan whose features are closed until its open bill is paid, or null: no other plan opens them again. */
export function useUnpaidPlan(): { name: string } | null {
  const plan = useAuth().businessInfo?.plan;
  const open = useIsFuture(plan?.accessUntil ?? null);
  const owed = plan?.status === "past_due" || plan?.status === "unpaid";
  return plan && owed && !open ? { name: plan.name } : null;
}
