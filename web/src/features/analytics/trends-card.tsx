import { useQuery } from "@tanstack/react-query";
import { format } from "date-fns";
import { Download } from "lucide-react";
import { Suspense, useState } from "react";

import { modelChanges, onePerDay } from "@/components/charts/series";
import { SeriesLegend } from "@/components/charts/series-legend";
import { SeriesTable } from "@/components/charts/series-table";
import { MetricInfo } from "@/components/metrics/metric-info";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { saveCsv } from "@/lib/csv";
import { monthDay } from "@/lib/format";
import {
  chart,
  methodNameOf,
  metricMeaning,
  metricNames,
  overview as words,
  view as common,
} from "@/lib/messages/analytics";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { pointText, type Unit } from "@/lib/readings";

import { metricsQuery, type GroupBy, type Metrics } from "./api";
import { ChartNotes, useChartMarks } from "./chart-notes";
import { Part } from "./states";
import { csvOf, dayOf, linesOf, summaryOf } from "./trend-lines";
import { useView } from "./use-view";
import { METRICS, OF_NAMES, OF_RUNS, SERIES, seriesFor, type MetricName, type SeriesBy, type View } from "./view";

const TimeSeries = lazyComponent(async () => (await import("@/components/charts/time-series")).TimeSeries);
const GROUPS: Record<SeriesBy, GroupBy | undefined> = { total: undefined, engine: "engine", competitor: "competitor" };

/** What the chart draws for a view. */
export function trendLinesQuery(brandId: string, view: View) {
  const groupBy = GROUPS[seriesFor(view.metric, view.series)];
  return metricsQuery(brandId, view, { metrics: [view.metric], ...(groupBy ? { groupBy } : {}) });
}

/** One large chart: a metric over time, for the brand, per engine or beside competitors. */
export function TrendsCard({ brandId }: { brandId: string }) {
  const { view, change } = useView();
  const by = seriesFor(view.metric, view.series);
  const shown = useQuery(trendLinesQuery(brandId, view));
  const span = by === "total" ? shown.data?.compare : null;
  const before = useQuery({
    ...metricsQuery(brandId, view, { metrics: [view.metric], compare: "none", days: span ?? { from: "", to: "" } }),
    enabled: Boolean(span),
  });
  return (
    <Card>
      <CardHeader
        title={words.trends}
        about={
          <MetricInfo
            metric={methodNameOf(view.metric)}
            name={metricNames[view.metric] ?? view.metric}
            asOf={shown.data?.asOf ?? null}
          />
        }
        description={metricMeaning[view.metric]}
        className="mb-3"
      />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <span className="w-56 max-w-full">
          <Select
            aria-label={words.metric}
            value={view.metric}
            onChange={(event) => change({ metric: event.target.value as MetricName })}
          >
            {METRICS.map((metric) => (
              <option key={metric} value={metric}>
                {metricNames[metric]}
              </option>
            ))}
          </Select>
        </span>
        <span className="w-40 max-w-full">
          <Select
            aria-label={words.seriesBy}
            value={by}
            onChange={(event) => change({ series: event.target.value as SeriesBy })}
          >
            {SERIES.map((series) => (
              <option
                key={series}
                value={series}
                disabled={
                  (series !== "total" && OF_RUNS.includes(view.metric)) ||
                  (series === "competitor" && !OF_NAMES.includes(view.metric))
                }
              >
                {words.series[series]}
              </option>
            ))}
          </Select>
        </span>
      </div>
      <Part query={shown} height="h-[380px]">
        {(data) => (
          <>
            <Chart brandId={brandId} metric={view.metric} data={data} before={before.data ?? null} />
            <ChartNotes brandId={brandId} days={data.range} />
          </>
        )}
      </Part>
    </Card>
  );
}

function Chart({
  brandId,
  metric,
  data,
  before,
}: {
  brandId: string;
  metric: MetricName;
  data: Metrics;
  before: Metrics | null;
}) {
  const noted = useChartMarks(brandId, data.range);
  const [asTable, setAsTable] = useState(false);
  const [emphasized, setEmphasized] = useState<string | null>(null);
  const lines = linesOf(data, before).filter((line) => line.points.some((point) => point.value !== null));
  const unit: Unit = data.series.flatMap((line) => line.points)[0]?.unit ?? "score100";
  if (!lines.length) {
    return (
      <div className="flex min-h-60 flex-col items-center justify-center gap-1 text-center">
        <p className="font-medium">{words.chartEmpty}</p>
        <p className="max-w-prose text-ink-2">{words.chartEmptyText}</p>
      </div>
    );
  }
  const text = (point: { value: number | null; low: number | null; high: number | null }) => pointText(point, unit);
  const summary = summaryOf(metricNames[metric] ?? metric, data, lines, text, monthDay);
  const changed = modelChanges(data.series[0]?.points ?? []).map(({ at, models }) => ({
    at,
    label: words.modelChanged(models.join(", ")),
  }));
  const single = lines.every((line) => line.muted || line.points.length === 1);
  const download = () => saveCsv(`${metric}-${data.range.from}-${data.range.to}.csv`, csvOf(data));
  return (
    <figure>
      {lines.length > 1 ? (
        <SeriesLegend series={lines} emphasized={emphasized} onEmphasize={setEmphasized} nameOf={chart.emphasize} />
      ) : null}
      {asTable ? (
        <SeriesTable
          label={summary}
          dateTitle={chart.date}
          series={lines}
          formatDate={(at) => format(at, "PP")}
          formatPoint={text}
        />
      ) : (
        <Suspense fallback={<Skeleton className="h-[280px]" />}>
          <TimeSeries
            series={lines}
            unit={unit}
            from={dayOf(data.range.from)}
            to={dayOf(data.range.to)}
            summary={summary}
            hint={chart.keys}
            marks={onePerDay([...noted, ...changed])}
            emphasized={emphasized}
            formatDate={monthDay}
            formatPoint={text}
          />
        </Suspense>
      )}
      <figcaption className="mt-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2 text-sm text-ink-2">
        <span className="tabular min-w-0 flex-1 basis-72">
          {single ? words.onePoint : summary}
          {changed.map((mark) => (
            <span key={mark.at.toISOString()} className="block text-moderate-text">
              {monthDay(mark.at)}: {mark.label}
            </span>
          ))}
        </span>
        <span className="flex gap-2">
          <Button variant="secondary" size="sm" onClick={() => setAsTable(!asTable)}>
            {asTable ? chart.asChart : chart.asTable}
          </Button>
          <Button variant="secondary" size="sm" onClick={download}>
            <Download aria-hidden size={16} /> {common.csv}
          </Button>
        </span>
      </figcaption>
    </figure>
  );
}
