import { ChartTable } from "./chart-table";
import { daysOfSeries, pointOn, type ChartSeries } from "./series";

type SeriesTableProps = {
  label: string;
  dateTitle: string;
  series: ChartSeries[];
  formatDate: (at: Date) => string;
  formatPoint: (point: { value: number | null; low: number | null; high: number | null }) => string;
};

/** The chart's numbers, newest day first, each with its interval. */
export function SeriesTable({ label, dateTitle, series, formatDate, formatPoint }: SeriesTableProps) {
  const rows = daysOfSeries(series)
    .reverse()
    .map((time) => {
      const points = series.map((line) => pointOn(line, time));
      return {
        key: String(time),
        name: formatDate(new Date(time)),
        cells: points.map((point) => (point ? formatPoint(point) : "---")),
      };
    });
  return <ChartTable label={label} titles={[dateTitle, ...series.map((line) => line.label)]} rows={rows} />;
}
