import { Suspense, useState } from "react";

import { ChartFigure } from "@/components/charts/chart-figure";
import type { ChartSeries } from "@/components/charts/series";
import { SeriesLegend } from "@/components/charts/series-legend";
import { SeriesTable } from "@/components/charts/series-table";
import { Skeleton } from "@/components/ui/skeleton";
import { countText } from "@/lib/count";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { traffic as words } from "@/lib/messages/traffic";
import { dayWords } from "@/lib/utc-days";

import { dayAt } from "./view";

const TimeSeries = lazyComponent(async () => (await import("@/components/charts/time-series")).TimeSeries);
const HEIGHT = 260;

const formatPoint = ({ value }: { value: number | null }) => (value === null ? "---" : countText(value));

type RequestsChartProps = { series: ChartSeries[]; from: string; to: string; summary: string };

/** Requests by day, a line for each kind; the same numbers as a table. A day without a line of the log has no point. */
export function RequestsChart({ series, from, to, summary }: RequestsChartProps) {
  const [emphasized, setEmphasized] = useState<string | null>(null);
  const formatDate = dayWords(from, to);
  return (
    <ChartFigure
      summary={summary}
      labels={words.chart}
      table={
        <SeriesTable
          label={summary}
          dateTitle={words.chart.date}
          series={series}
          formatDate={formatDate}
          formatPoint={formatPoint}
        />
      }
    >
      {series.length > 1 ? (
        <SeriesLegend
          series={series}
          emphasized={emphasized}
          onEmphasize={setEmphasized}
          nameOf={words.chart.emphasize}
        />
      ) : null}
      <Suspense fallback={<Skeleton className="h-[260px]" />}>
        <TimeSeries
          series={series}
          unit="count"
          from={dayAt(from)}
          to={from === to ? new Date(dayAt(to).getTime() + 1) : dayAt(to)}
          summary={summary}
          hint={words.chart.hint}
          height={HEIGHT}
          emphasized={emphasized}
          formatDate={formatDate}
          formatPoint={formatPoint}
        />
      </Suspense>
    </ChartFigure>
  );
}
