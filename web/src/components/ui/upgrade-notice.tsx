import { Lock } from "lucide-react";
import type { ReactNode } from "react";

import { signedIn } from "@/lib/messages/signed-in";
import { Link } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";
import { useUnpaidPlan } from "@/lib/use-unpaid-plan";

import { buttonClass } from "./button";

type UpgradeNoticeProps = { title: string; text: ReactNode; action: string; reason: string };

/**
 * Where a plan's reach ends: what is missing, in real counts, and the one way to it, which is the bill while one is
 * open.
 */
export function UpgradeNotice({ title, text, action, reason }: UpgradeNoticeProps) {
  const unpaid = useUnpaidPlan();
  return (
    <aside className="flex flex-col items-start gap-4 rounded-card border border-accent-line bg-accent-surface px-5 py-4 sm:flex-row sm:items-center">
      <Lock aria-hidden size={20} className="text-accent-text max-sm:hidden" />
      <div className="flex-1">
        <p className="font-medium text-ink">{unpaid ? signedIn.planUnpaid(unpaid.name) : title}</p>
        {text && !unpaid ? <div className="mt-0.5 text-ink-2">{text}</div> : null}
      </div>
      <Link to={unpaid ? paths.subscription : pricingFor(reason)} className={buttonClass("primary", "md")}>
        {unpaid ? signedIn.seeBill : action}
      </Link>
    </aside>
  );
}
