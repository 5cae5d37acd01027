import { daysOfSeries, pointOn, type ChartSeries } from "./series";

type SeriesTableProps = { label: string; dateTitle: string; series: ChartSeries[]; formatDate: (at: Date) => string; formatPoint: (point: { value: number | null; low: number | null; high: number | null }) => string };

/** The chart's numbers, newest day first, each with its interval. */
export function SeriesTable({ label, dateTitle, series, formatDate, formatPoint }: SeriesTableProps) {
  return (
    <div className="max-h-[300px] overflow-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="tabular w-full text-left" aria-label={label}>
        <thead className="sticky top-0 bg-surface text-sm text-ink-2">
          <tr>
            <th scope="col" className="sticky left-0 bg-surface py-2 pr-4 font-medium">
              {dateTitle}
            </th>
            {series.map((line) => (
              <th key={line.key} scope="col" className="py-2 pl-4 text-right font-medium">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOfSeries(series)
            .reverse()
            .map((time) => (
              <tr key={time} className="border-t border-line">
                <th scope="row" className="sticky left-0 bg-surface py-2 pr-4 font-normal whitespace-nowrap">
                  {formatDate(new Date(time))}
                </th>
                {series.map((line) => {
                  const point = pointOn(line, time);
                  return (
                    <td key={line.key} className="py-2 pl-4 text-right whitespace-nowrap">
                      {point ? formatPoint(point) : "---"}
                    </td>
                  );
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
