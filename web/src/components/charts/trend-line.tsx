import { useMemo } from "react";

import { withInterval } from "@/lib/format";

import { ChartFigure } from "./chart-figure";
import type { ChartMark } from "./series";
import { SeriesTable } from "./series-table";
import { TimeSeries } from "./time-series";

export type TrendDatum = { at: Date; value: number; low: number; high: number };

type TrendLineProps = {
  data: TrendDatum[];
  /** Generated sentence that says what the picture shows. */
  summary: string;
  formatDate: (at: Date) => string;
  labels: { table: string; chart: string; date: string; value: string; hint: string };
  /** Days on which something happened that may explain a change. */
  marks?: ChartMark[];
};

const HEIGHT = 190;
type Reading = { value: number | null; low: number | null; high: number | null };
const inWords = ({ value, low, high }: Reading) =>
  value === null ? "---" : withInterval({ value, low: low ?? value, high: high ?? value });

/** One score over time with its interval band: the small form of `TimeSeries`. */
export function TrendLine({ data, summary, formatDate, labels, marks = [] }: TrendLineProps) {
  const series = useMemo(
    () => [{ key: "score", label: labels.value, main: true, points: data.map((point) => ({ ...point, n: 0 })) }],
    [data, labels.value],
  );
  const from = data[0]?.at ?? new Date(0);
  const to = data[data.length - 1]?.at ?? from;
  return (
    <ChartFigure
      summary={summary}
      labels={labels}
      table={
        <SeriesTable
          label={summary}
          dateTitle={labels.date}
          series={series}
          formatDate={formatDate}
          formatPoint={inWords}
        />
      }
    >
      <TimeSeries
        series={series}
        unit="score100"
        height={HEIGHT}
        from={from}
        to={to.getTime() > from.getTime() ? to : new Date(from.getTime() + 1)}
        summary={summary}
        hint={labels.hint}
        marks={marks}
        formatDate={formatDate}
        formatPoint={inWords}
      />
    </ChartFigure>
  );
}
