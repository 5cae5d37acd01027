import { ArrowDownRight, ArrowUpRight, Dot } from "lucide-react";
import { lazy, Suspense } from "react";

import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ago, longDate, shortDate } from "@/lib/format";
import { dashboard } from "@/lib/messages/visibility";

import type { Change, Summary } from "./api";

const TrendLine = lazy(async () => ({ default: (await import("@/components/charts/trend-line")).TrendLine }));

/** What moved since the run before; inside the noise nothing is claimed. */
export function RecentChanges({ summary }: { summary: Summary }) {
  const since = summary.trend.length > 1 ? summary.trend[summary.trend.length - 2]!.at : null;
  return (
    <Card>
      <CardHeader title={dashboard.recentChanges} />
      {summary.changes.length ? (
        <ul className="flex flex-col gap-4">
          {summary.changes.map((change, index) => (
            <ChangeRow key={index} change={change} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{since ? dashboard.noChanges(longDate(since)) : dashboard.changesAfterSecond}</p>
      )}
    </Card>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const worse = change.detail.startsWith("−") || change.detail.startsWith("-") || change.kind.includes("detected") || change.kind.includes("new");
  const Icon = change.verdict !== "moved" && change.verdict !== null ? Dot : worse ? ArrowDownRight : ArrowUpRight;
  const ink = change.verdict !== "moved" && change.verdict !== null ? "text-ink-3" : worse ? "text-attention-text" : "text-good-text";
  return (
    <li className="flex gap-3">
      <Icon aria-hidden size={20} className={ink} />
      <div>
        <p className="font-medium">{change.title}</p>
        <p className="text-sm text-ink-2">
          {change.detail} · <time dateTime={change.at}>{ago(change.at)}</time>
        </p>
      </div>
    </li>
  );
}

/** Overall visibility over the analyses so far. */
export function OverallTrend({ summary }: { summary: Summary }) {
  const data = summary.trend.flatMap(({ at, overall, low, high }) =>
    overall === null ? [] : [{ at: new Date(at), value: overall, low: low ?? overall, high: high ?? overall }],
  );
  const first = data[0];
  const last = data[data.length - 1];
  return (
    <Card>
      <CardHeader title={dashboard.trend} />
      {data.length > 1 && first && last ? (
        <Suspense fallback={<Skeleton className="h-56" />}>
          <TrendLine
            data={data}
            summary={dashboard.trendSummary(data.length, Math.round(first.value), Math.round(last.value))}
            formatDate={shortDate}
            labels={{ table: dashboard.asTable, chart: dashboard.asChart, date: dashboard.date, value: dashboard.value, hint: dashboard.trendHint }}
          />
        </Suspense>
      ) : (
        <p className="text-ink-2">{dashboard.trendOne}</p>
      )}
    </Card>
  );
}
