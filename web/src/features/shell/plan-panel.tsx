import { Check } from "lucide-react";

import type { PlanSummary } from "@/api/session";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import type { PartProps } from "@/components/ui/lazy-part";
import { Panel, PopoverClose } from "@/components/ui/popover";
import type { Anchor } from "@/components/ui/use-panel";
import { longDate } from "@/lib/format";
import { shell } from "@/lib/messages/shell";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import { PlanUsage } from "./plan-usage";

type PlanPanelProps = PartProps & { anchor: Anchor; plan: PlanSummary | null; name: string };

/** What a plan adds (free), or what the present one is (subscribed). */
export function PlanPanel({ anchor, onClose, plan, name }: PlanPanelProps) {
  return (
    <Panel anchor={anchor} onClose={onClose} label={shell.planBadge(name)} align="end">
      {plan ? <OwnPlan plan={plan} /> : <Upgrade />}
    </Panel>
  );
}

function Upgrade() {
  return (
    <>
      <h2 className="text-lg font-semibold">{shell.boost}</h2>
      <ul className="mt-3 flex flex-col gap-2 text-ink-2">
        {shell.boostBullets.map((bullet) => (
          <li key={bullet} className="flex items-start gap-2">
            <Check aria-hidden size={16} className="mt-0.5 text-accent-text" />
            {bullet}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-col items-start gap-2 rounded-card border border-accent-line bg-accent-surface p-3">
        <Badge tone="accent" className="bg-surface">
          {shell.mostPopular}
        </Badge>
        <p className="font-medium text-ink">{shell.proPlan}</p>
      </div>
      <PlanUsage />
      <PopoverClose asChild>
        <Link to={paths.pricing} className={buttonClass("primary", "md", "mt-4 w-full")}>
          {shell.viewAllPlans}
        </Link>
      </PopoverClose>
    </>
  );
}

function OwnPlan({ plan }: { plan: PlanSummary }) {
  return (
    <>
      <h2 className="text-sm font-medium text-ink-3">{shell.yourPlan}</h2>
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="text-xl font-semibold">{plan.name}</p>
        <Badge tone={plan.active ? "good" : "neutral"}>{plan.active ? shell.active : shell.inactive}</Badge>
      </div>
      <p className="mt-1 text-ink-2">{plan.billingFrequency === "yearly" ? shell.billedYearly : shell.billedMonthly}</p>
      {plan.renewsAt ? (
        <p className="text-ink-2">{shell.renewsOn(longDate(plan.renewsAt))}</p>
      ) : plan.endsAt ? (
        <p className="text-ink-2">{shell.endsOn(longDate(plan.endsAt))}</p>
      ) : null}
      <PlanUsage />
      <PopoverClose asChild>
        <Link to={paths.subscription} className={buttonClass("secondary", "md", "mt-4 w-full")}>
          {shell.managePlan}
        </Link>
      </PopoverClose>
    </>
  );
}
