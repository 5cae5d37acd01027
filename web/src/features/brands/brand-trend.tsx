import { Suspense } from "react";

import { Skeleton } from "@/components/ui/skeleton";
import { shortDate, withInterval } from "@/lib/format";
import { brands as words } from "@/lib/messages/sections";
import { lazyComponent } from "@/lib/lazy-with-retry";

import type { PortfolioBrand } from "./api";

const Sparkline = lazyComponent(async () => (await import("@/components/charts/sparkline")).Sparkline);

/** Its size while it loads, so that the cards stand still. */
const waiting = <Skeleton className="h-24" />;

/** How a brand's visibility changed in 90 days; nothing for a brand that was never measured. */
export function BrandTrend({
  portfolio,
  measured,
}: {
  portfolio: PortfolioBrand | null | undefined;
  measured: boolean;
}) {
  const points = (portfolio?.trend ?? []).flatMap(({ at, runId, overall, low, high }) =>
    overall === null
      ? []
      : [{ key: runId, title: shortDate(at), value: overall, low: low ?? overall, high: high ?? overall }],
  );
  if (portfolio === undefined) return measured ? waiting : null;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  return (
    <Suspense fallback={waiting}>
      <Sparkline
        points={points.map((point) => ({ ...point, text: withInterval(point) }))}
        summary={words.trend(withInterval(first), withInterval(last), points.length)}
        labels={words.trendLabels}
      />
    </Suspense>
  );
}
