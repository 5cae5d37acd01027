import { Check } from "lucide-react";
import { Link } from "react-router";

import type { PlanSummary } from "@/api/session";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useAuth } from "@/lib/auth";
import { cn } from "@/lib/cn";
import { shell } from "@/lib/messages/shell";
import { paths } from "@/lib/paths";

/** The current plan; opens what a plan adds (free) or what the present one is (subscribed). */
export function PlanBadge() {
  const { businessInfo, user } = useAuth();
  const plan = businessInfo?.plan ?? user?.plan ?? null;
  const name = plan?.name ?? shell.planFallback;
  return (
    <Popover>
      <PopoverTrigger
        aria-label={shell.planBadge(name)}
        className={cn(
          "inline-flex h-8 items-center rounded-full border px-3 text-sm font-medium transition-colors",
          plan ? "border-accent-line bg-accent-surface text-accent-text hover:border-accent" : "border-line bg-surface text-ink-2 hover:bg-hover hover:text-ink",
        )}
      >
        {name}
      </PopoverTrigger>
      <PopoverContent label={shell.planBadge(name)} align="end">{plan ? <OwnPlan plan={plan} /> : <Upgrade />}</PopoverContent>
    </Popover>
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
      <PopoverClose asChild>
        <Link to={paths.subscription} className={buttonClass("secondary", "md", "mt-4 w-full")}>
          {shell.managePlan}
        </Link>
      </PopoverClose>
    </>
  );
}
