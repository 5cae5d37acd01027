import { useState } from "react";

import { Gauge, type GaugeTone } from "@/components/charts/gauge";
import type { ChartSeries } from "@/components/charts/series";
import { SeriesLegend } from "@/components/charts/series-legend";
import { SeriesTable } from "@/components/charts/series-table";
import { Sparkline } from "@/components/charts/sparkline";
import { TimeSeries } from "@/components/charts/time-series";
import { TrendLine } from "@/components/charts/trend-line";
import { Waterfall } from "@/components/charts/waterfall";
import { Whisker } from "@/components/charts/whisker";
import { shortDate, withInterval } from "@/lib/format";

const gauges: { tone: GaugeTone; value: number | null }[] = [
  { tone: "good", value: 88 },
  { tone: "moderate", value: 57 },
  { tone: "attention", value: 31 },
  { tone: "muted", value: null },
];
const day = (index: number) => new Date(2026, 8, 1 + index * 7);
const line = (key: string, label: string, values: (number | null)[], main = false): ChartSeries => ({
  key,
  label,
  main,
  points: values.map((value, index) => ({
    at: day(index),
    value,
    low: value === null ? null : value - 6,
    high: value === null ? null : value + 7,
    n: 40,
  })),
});
const series = [
  line("a", "First", [40, 44, 43, 52, 58], true),
  line("b", "Second", [61, 60, null, 57, 55]),
  line("c", "Third", [20, 24, 22, 30, 33]),
];
const inWords = (point: { value: number | null; low: number | null; high: number | null }) =>
  point.value === null ? "---" : withInterval({ value: point.value, low: point.low ?? 0, high: point.high ?? 0 });
const labels = {
  table: "Show as table",
  chart: "Show as chart",
  date: "Date",
  value: "Score",
  hint: "Arrow keys walk the points.",
};

/** Every chart with its uncertainty; one without data, one with a gap, one with a mark. */
export function ChartExamples() {
  const [emphasized, setEmphasized] = useState<string | null>(null);
  return (
    <>
      <div className="flex flex-wrap gap-4">
        {gauges.map(({ tone, value }) => (
          <Gauge
            key={tone}
            tone={tone}
            value={value}
            low={value === null ? null : value - 7}
            high={value === null ? null : value + 6}
            summary={`Gauge, ${tone}`}
          />
        ))}
      </div>
      <Whisker value={57} low={49} high={65} summary="57 (49–65) of 100" />
      <Whisker value={8} low={2} high={19} summary="8 (2–19) of 100" />
      <SeriesLegend
        series={series}
        emphasized={emphasized}
        onEmphasize={setEmphasized}
        nameOf={(label) => `Emphasize ${label}`}
      />
      <TimeSeries
        series={series}
        unit="percent"
        from={day(0)}
        to={day(4)}
        summary="Three lines over five weeks"
        hint="Arrow keys walk the days."
        marks={[{ at: day(3), label: "A model changed" }]}
        emphasized={emphasized}
        formatDate={shortDate}
        formatPoint={inWords}
      />
      <SeriesTable
        label="The same as numbers"
        dateTitle="Date"
        series={series}
        formatDate={shortDate}
        formatPoint={inWords}
      />
      <TrendLine
        data={[40, 44, 52, 58].map((value, index) => ({ at: day(index), value, low: value - 6, high: value + 7 }))}
        summary="4 analyses: from 40 to 58."
        formatDate={shortDate}
        labels={labels}
      />
      <Sparkline
        points={[40, 44, 52, 58].map((value, index) => ({
          key: String(index),
          title: shortDate(day(index)),
          value,
          low: value - 6,
          high: value + 7,
          text: withInterval({ value, low: value - 6, high: value + 7 }),
        }))}
        summary="From 40 to 58 in 4 analyses."
        labels={{ ...labels, title: "Date" }}
      />
      <Waterfall
        before={{ label: "Before", value: 40, text: "40" }}
        after={{ label: "Now", value: 47, text: "47" }}
        steps={[
          { key: "a", label: "Questions", points: -4, text: "−4.0" },
          { key: "b", label: "Assistants", points: 0, text: "0.0" },
          { key: "c", label: "Answers", points: 11, text: "+11.0", note: "likely between +6.0 and +16.0" },
        ]}
        summary="From 40 to 47, step by step."
        labels={{ ...labels, name: "What changed", note: "Likely range" }}
      />
    </>
  );
}
