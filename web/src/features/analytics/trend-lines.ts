import { addDays, differenceInCalendarDays, parseISO } from "date-fns";

import type { ChartSeries } from "@/components/charts/series";
import { toCsv } from "@/lib/csv";
import { overview as words } from "@/lib/messages/analytics";
import { platformName } from "@/lib/readings";

import type { Metrics, Point } from "./api";

const BRAND = "brand";
/** Midnight, here, of a day of the API. */
export const dayOf = (at: string) => parseISO(`${at}T00:00:00`);
const toPoints = (points: Point[], shift = 0): ChartSeries["points"] =>
  points.map((point) => ({
    at: addDays(dayOf(point.at), shift),
    value: point.value,
    low: point.low,
    high: point.high,
    n: point.n,
  }));

/**
 * The lines of a document, the brand first so that it keeps its colour; the earlier period is moved onto the days
 * shown, last day on last day, because the plan may cut its first ones.
 */
export function linesOf(data: Metrics, before: Metrics | null): ChartSeries[] {
  const ordered = [...data.series].sort((a, b) => Number(b.key === BRAND) - Number(a.key === BRAND));
  const lines: ChartSeries[] = ordered.map((line) => ({
    key: line.key,
    label: platformName(line.key, line.label),
    points: toPoints(line.points),
    main: line.key === BRAND,
  }));
  const old = before?.series[0];
  if (old?.points.length && before) {
    const shift = differenceInCalendarDays(dayOf(data.range.to), dayOf(before.range.to));
    lines.push({ key: "before", label: words.earlier, muted: true, points: toPoints(old.points, shift) });
  }
  return lines;
}

/** The sentence that says what the lines show. */
export function summaryOf(
  metric: string,
  data: Metrics,
  lines: ChartSeries[],
  text: (point: ChartSeries["points"][number]) => string,
  day: (at: Date) => string,
): string {
  const parts = lines
    .filter((line) => !line.muted)
    .map((line) => {
      const shown = line.points.filter((point) => point.value !== null);
      const [first, last] = [shown[0]!, shown[shown.length - 1]!];
      return first === last
        ? words.summaryStill(line.label, text(first))
        : words.summaryPart(line.label, text(first), text(last));
    });
  return words.summary(metric, day(dayOf(data.range.from)), day(dayOf(data.range.to)), parts.join(" "));
}

/** Every point of every line, one row each, as numbers. */
export function csvOf(data: Metrics): string {
  const rows = data.series.flatMap((line) =>
    line.points.map((point) => [
      point.at,
      platformName(line.key, line.label),
      line.metric,
      point.unit,
      point.value,
      point.low,
      point.high,
      point.n,
      point.models.join("; "),
    ]),
  );
  return toCsv(["date", "series", "metric", "unit", "value", "low", "high", "n", "models"], rows);
}
