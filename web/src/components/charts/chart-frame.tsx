/** In CSS pixels; a chart without a height of its own. */
export const TALL = 300;
/** Room around the lines, for ticks. */
export const PAD = { top: 14, right: 14, bottom: 26, left: 34 };

type Scale<T> = { (value: T): number; ticks: (count: number) => T[] };

/** Grid, values and days of a chart over time. */
export function ChartFrame({
  x,
  y,
  width,
  height,
  formatDate,
  formatTick = String,
  dates = apart(x.ticks(Math.max(2, Math.floor(width / 130))), x, formatDate),
}: {
  x: Scale<Date>;
  y: Scale<number>;
  width: number;
  height: number;
  formatDate: (at: Date) => string;
  /** How a value of the axis is written. */
  formatTick?: (value: number) => string;
  /** The days written below; unless given, as many as have room. */
  dates?: Date[];
}) {
  return (
    <>
      {y.ticks(height < TALL ? 3 : 5).map((tick) => (
        <g key={tick}>
          <line x1={PAD.left} x2={width - PAD.right} y1={y(tick)} y2={y(tick)} className="stroke-chart-grid" />
          <text
            x={PAD.left - 8}
            y={y(tick)}
            textAnchor="end"
            dominantBaseline="middle"
            className="tabular fill-chart-axis text-[12px]"
          >
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {dates.map((at) => (
        <text
          key={at.toISOString()}
          x={Math.min(width - 28, Math.max(PAD.left + 16, x(at)))}
          y={height - 7}
          textAnchor="middle"
          className="tabular fill-chart-axis text-[12px]"
        >
          {formatDate(at)}
        </text>
      ))}
    </>
  );
}

/**
 * Ticks with room for their words, each word once; months that begin beside a regular tick would be written over it.
 */
function apart(ticks: Date[], x: (at: Date) => number, formatDate: (at: Date) => string): Date[] {
  const kept: Date[] = [];
  for (const tick of ticks) {
    const before = kept[kept.length - 1];
    if (!before || (x(tick) - x(before) >= 56 && formatDate(tick) !== formatDate(before))) kept.push(tick);
  }
  return kept;
}
