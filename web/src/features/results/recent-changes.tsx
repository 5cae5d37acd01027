import { useQuery } from "@tanstack/react-query";
import { ArrowDownRight, ArrowUpRight, Dot } from "lucide-react";
import { Suspense } from "react";

import type { Change, Summary } from "@/api/results";
import type { ChartMark } from "@/components/charts/series";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ago, longDate, shortDate, withInterval } from "@/lib/format";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { sampleSize } from "@/lib/score-words";

import { marksQuery } from "./api/chart-marks";

const TrendLine = lazyComponent(async () => (await import("@/components/charts/trend-line")).TrendLine);

const WhyLine = lazyComponent(async () => (await import("./why/why-line")).WhyLine);

const SHOWN_MARKS = 3;

/** What moved since the run before; inside the noise nothing is claimed. */
export function RecentChanges({ summary }: { summary: Summary }) {
  const since = summary.trend.length > 1 ? summary.trend[summary.trend.length - 2]!.at : null;
  const runId = summary.scoreRuns?.content;
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
      {since && runId ? (
        <Suspense>
          <WhyLine brandId={summary.brand.id} runId={runId} />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** New findings are bad news, gone ones good news; a score says by its sign which it is. */
const isWorse = ({ kind, detail }: Change) => kind === "findings-opened" || /^[-−]/.test(detail);

function ChangeRow({ change }: { change: Change }) {
  const unclaimed = change.verdict !== "moved" && change.verdict !== null;
  const worse = isWorse(change);
  const Icon = unclaimed ? Dot : worse ? ArrowDownRight : ArrowUpRight;
  const ink = unclaimed ? "text-ink-3" : worse ? "text-attention-text" : "text-good-text";
  return (
    <li className="flex gap-3">
      <Icon aria-hidden size={20} className={ink} />
      <div>
        <p className="font-medium">{change.title}</p>
        <p className="text-sm text-ink-2">
          {change.detail}
          {change.verdict ? ` · ${dashboard.changeVerdicts[change.verdict]}` : null} ·{" "}
          <time dateTime={change.at}>{ago(change.at)}</time>
        </p>
        {change.before && change.after ? (
          <Values before={change.before} after={change.after} detail={change.detail} />
        ) : null}
      </div>
    </li>
  );
}

type Measured = NonNullable<Change["before"]>;

/** What both analyses measured; points that differ from it by more than rounding say what they were counted over. */
function Values({ before, after, detail }: { before: Measured; after: Measured; detail: string }) {
  const apart = Math.abs(after.value - before.value - parseInt(detail)) > 1;
  return (
    <p className="tabular text-sm text-ink-2">
      <Value of={before} name={dashboard.before} /> <span aria-hidden>→</span> <Value of={after} name={dashboard.now} />
      {apart ? <span className="block text-ink-3">{dashboard.pairedPoints}</span> : null}
    </p>
  );
}

function Value({ of, name }: { of: Measured; name: string }) {
  return (
    <span title={sampleSize(of)} className="whitespace-nowrap">
      {name} {withInterval(of)}
    </span>
  );
}

type TrendData = { at: Date; value: number; low: number; high: number }[];

/** Overall visibility over the analyses so far, with what happened meanwhile; nothing before the second. */
export function OverallTrend({ summary }: { summary: Summary }) {
  const data = summary.trend.flatMap(({ at, overall, low, high }) =>
    overall === null ? [] : [{ at: new Date(at), value: overall, low: low ?? overall, high: high ?? overall }],
  );
  if (data.length < 2) return null;
  return (
    <Card>
      <CardHeader title={dashboard.trend} />
      <ScoreTrend data={data} brandId={summary.brand.id} />
    </Card>
  );
}

function ScoreTrend({ data, brandId }: { data: TrendData; brandId: string }) {
  const first = data[0]!;
  const last = data[data.length - 1]!;
  const marks = useQuery(marksQuery(brandId, first.at, last.at)).data ?? [];
  return (
    <>
      <Suspense fallback={<Skeleton className="h-56" />}>
        <TrendLine
          data={data}
          marks={marks}
          summary={dashboard.trendSummary(data.length, Math.round(first.value), Math.round(last.value))}
          formatDate={shortDate}
          labels={{
            table: dashboard.asTable,
            chart: dashboard.asChart,
            date: dashboard.date,
            value: dashboard.value,
            hint: dashboard.trendHint,
          }}
        />
      </Suspense>
      {marks.length ? <RecentMarks marks={marks} brandId={brandId} /> : null}
    </>
  );
}

/** The newest marks in words; all of them stand under the large chart. */
function RecentMarks({ marks, brandId }: { marks: ChartMark[]; brandId: string }) {
  return (
    <div className="mt-3 border-t border-line pt-3 text-sm">
      <ul className="flex flex-col gap-1">
        {marks
          .slice(-SHOWN_MARKS)
          .reverse()
          .map((mark) => (
            <li key={mark.at.getTime()} className="flex gap-3">
              <time dateTime={mark.at.toISOString()} className="tabular shrink-0 text-ink-3">
                {shortDate(mark.at)}
              </time>
              <span className="line-clamp-2 min-w-0 text-ink-2 wrap-anywhere">{mark.label}</span>
            </li>
          ))}
      </ul>
      {marks.length > SHOWN_MARKS ? (
        <Link
          to={`${paths.analytics}?brand=${brandId}`}
          className="mt-1.5 inline-block font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {dashboard.allMarks(marks.length)}
        </Link>
      ) : null}
    </div>
  );
}
