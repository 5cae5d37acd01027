import { Lock } from "lucide-react";

import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { analytics } from "@/lib/messages/sections";
import { Link } from "@/lib/navigation";
import { pricingFor } from "@/lib/paths";
import { useUnpaidPlan } from "@/lib/use-unpaid-plan";

/** The frame of analytics without a subscription: no number, and nothing fetched that could be one. */
export function LockedAnalytics() {
  return (
    <div className="flex flex-col gap-6">
      <Tiles />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <LockedTrends />
        <Platforms />
      </div>
      <UpgradeNotice
        title={analytics.starting}
        text={analytics.upgradeText}
        action={analytics.upgrade}
        reason="analytics.full"
      />
    </div>
  );
}
function Tiles() {
  return (
    <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {analytics.tiles.map((tile) => (
        <div
          key={tile}
          className="flex flex-col-reverse justify-end gap-1 rounded-card border border-line bg-surface p-4 sm:p-5"
        >
          <dt className="text-sm text-ink-2">{tile}</dt>
          <dd className="tabular text-2xl font-semibold text-ink-3">{analytics.none}</dd>
        </div>
      ))}
    </dl>
  );
}

function LockedTrends() {
  const unpaid = useUnpaidPlan();
  return (
    <Card>
      <CardHeader
        title={analytics.trends}
        action={unpaid ? null : <Badge tone="accent">{analytics.proFeature}</Badge>}
      />
      <div className="flex min-h-60 flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line-strong px-6 text-center">
        <Lock aria-hidden size={20} className="text-ink-3" />
        <p className="max-w-[44ch] text-ink-2">{analytics.trendsText}</p>
        {unpaid ? null : (
          <Link to={pricingFor("analytics.full")} className={buttonClass("primary")}>
            {analytics.unlock}
          </Link>
        )}
      </div>
    </Card>
  );
}

function Platforms() {
  return (
    <Card>
      <CardHeader title={analytics.platforms} />
      <ul>
        {analytics.platformNames.map((name) => (
          <li key={name} className="flex items-center justify-between border-t border-line py-3 first:border-t-0">
            {name}
            <span className="tabular text-ink-3">{analytics.none}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
