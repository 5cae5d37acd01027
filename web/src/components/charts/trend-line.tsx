import { scaleLinear, scaleTime } from "@visx/scale";
import { Area, LinePath } from "@visx/shape";
import { useId, useState, type KeyboardEvent } from "react";

export type TrendDatum = { at: Date; value: number; low: number; high: number };

type TrendLineProps = {
  data: TrendDatum[];
  /** Generated sentence that says what the picture shows. */
  summary: string;
  formatDate: (at: Date) => string;
  labels: { table: string; chart: string; date: string; value: string; range: string };
};

const WIDTH = 480;
const HEIGHT = 150;
const PAD = { top: 10, right: 12, bottom: 22, left: 30 };

/** A score over time with its interval band. Arrow keys walk the points and announce each; the same data opens as a table. */
export function TrendLine({ data, summary, formatDate, labels }: TrendLineProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure>
      {asTable ? <TrendTable data={data} formatDate={formatDate} labels={labels} /> : <TrendPicture data={data} summary={summary} formatDate={formatDate} />}
      <figcaption className="mt-2 flex items-center justify-between gap-4 text-sm text-ink-2">
        <span>{summary}</span>
        <button type="button" className="shrink-0 text-accent-text underline-offset-4 hover:underline" onClick={() => setAsTable(!asTable)}>
          {asTable ? labels.chart : labels.table}
        </button>
      </figcaption>
    </figure>
  );
}

function TrendPicture({ data, summary, formatDate }: Pick<TrendLineProps, "data" | "summary" | "formatDate">) {
  const live = useId();
  const [active, setActive] = useState<number | null>(null);
  const first = data[0]!.at;
  const last = data[data.length - 1]!.at;
  const span = Math.max(last.getTime() - first.getTime(), 1);
  const x = scaleTime({ domain: [first, new Date(first.getTime() + span)], range: [PAD.left, WIDTH - PAD.right] });
  const y = scaleLinear({ domain: [0, 100], range: [HEIGHT - PAD.bottom, PAD.top] });
  const walk = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    setActive(Math.min(data.length - 1, Math.max(0, (active ?? (step > 0 ? -1 : data.length)) + step)));
  };
  const shown = active === null ? null : data[active];
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary} tabIndex={0} aria-describedby={live} onKeyDown={walk} className="w-full">
        {[0, 40, 80, 100].map((tick) => (
          <g key={tick}>
            <line x1={PAD.left} x2={WIDTH - PAD.right} y1={y(tick)} y2={y(tick)} className="stroke-chart-grid" />
            <text x={PAD.left - 6} y={y(tick)} textAnchor="end" dominantBaseline="middle" className="tabular fill-chart-axis text-[11px]">
              {tick}
            </text>
          </g>
        ))}
        <Area data={data} x={(d) => x(d.at)} y0={(d) => y(d.low)} y1={(d) => y(d.high)} className="fill-chart-1 opacity-15" />
        <LinePath data={data} x={(d) => x(d.at)} y={(d) => y(d.value)} className="fill-none stroke-chart-1" strokeWidth={2} />
        {data.map((d, index) => (
          <circle key={d.at.toISOString()} cx={x(d.at)} cy={y(d.value)} r={index === active ? 5 : 3} className="fill-surface stroke-chart-1" strokeWidth={2} onPointerEnter={() => setActive(index)} />
        ))}
        {[first, last].map((at, index) => (
          <text key={index} x={x(at)} y={HEIGHT - 4} textAnchor={index ? "end" : "start"} className="fill-chart-axis text-[11px]">
            {formatDate(at)}
          </text>
        ))}
      </svg>
      <p id={live} aria-live="polite" className="tabular min-h-5 text-sm text-ink-2">
        {shown ? `${formatDate(shown.at)}: ${Math.round(shown.value)} (${Math.round(shown.low)}–${Math.round(shown.high)})` : ""}
      </p>
    </>
  );
}

function TrendTable({ data, formatDate, labels }: Pick<TrendLineProps, "data" | "formatDate" | "labels">) {
  return (
    <table className="tabular w-full text-left">
      <thead className="text-sm text-ink-2">
        <tr>
          <th className="py-2 font-medium">{labels.date}</th>
          <th className="py-2 text-right font-medium">{labels.value}</th>
          <th className="py-2 text-right font-medium">{labels.range}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((d) => (
          <tr key={d.at.toISOString()} className="border-t border-line">
            <td className="py-2">{formatDate(d.at)}</td>
            <td className="py-2 text-right">{Math.round(d.value)}</td>
            <td className="py-2 text-right text-ink-2">
              {Math.round(d.low)}–{Math.round(d.high)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
