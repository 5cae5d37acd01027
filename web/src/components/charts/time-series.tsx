import { scaleLinear, scaleTime } from "@visx/scale";
import { useId, useMemo, useState, type KeyboardEvent, type PointerEvent } from "react";

import { perReader } from "@/lib/reader";

import { ChartFrame, PAD, TALL } from "./chart-frame";
import {
  daysOfSeries,
  domainOf,
  lookOf,
  markerPath,
  pointOn,
  type ChartMark,
  type ChartSeries,
  type ChartUnit,
} from "./series";
import { SeriesLine } from "./series-line";
import { useWidth } from "./use-width";

/** With more lines than this only the emphasized one wears its band, or the main one until another is. */
const MOST_BANDS = 2;

type TimeSeriesProps = {
  series: ChartSeries[];
  unit: ChartUnit;
  from: Date;
  to: Date;
  /** The sentence that says what the picture shows. */
  summary: string;
  hint: string;
  /** In CSS pixels; 300 unless given. */
  height?: number;
  marks?: ChartMark[];
  /** Key of the line to emphasize; the others step back. */
  emphasized?: string | null;
  formatDate: (at: Date) => string;
  formatPoint: (point: { value: number | null; low: number | null; high: number | null }) => string;
};

/** "12K": counts have to fit beside their axis. */
const compact = (n: number) => compactly().format(n);
const compactly = perReader(
  (locale) => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }),
);

const HALF_A_DAY_MS = 12 * 3_600_000;
/** Between the dots of a single day, in CSS pixels; less where they would not all fit. */
const BESIDE = 18;

/** The days to walk; where only one has a value, that one alone: a line of one day is a dot and needs no axis of many. */
function walkedDays(series: ChartSeries[]): [days: number[], single: Date | null] {
  const days = daysOfSeries(series);
  const measured = days.filter((day) => series.some((line) => (pointOn(line, day)?.value ?? null) !== null));
  return measured.length === 1 ? [measured, new Date(measured[0]!)] : [days, null];
}

/**
 * Several lines over time, each with its interval. ←/→ walk the days and announce every line; pointers get the same
 * words.
 */
export function TimeSeries({
  series,
  unit,
  from,
  to,
  summary,
  hint,
  height = TALL,
  marks = [],
  emphasized = null,
  formatDate,
  formatPoint,
}: TimeSeriesProps) {
  const [box, width] = useWidth<HTMLDivElement>(720);
  const [active, setActive] = useState<number | null>(null);
  const [spoken, setSpoken] = useState(false);
  const hintId = useId();
  const [days, single] = useMemo(() => walkedDays(series), [series]);
  const domain = single
    ? [new Date(single.getTime() - HALF_A_DAY_MS), new Date(single.getTime() + HALF_A_DAY_MS)]
    : [from, to];
  const x = scaleTime({ domain, range: [PAD.left, width - PAD.right] });
  const y = scaleLinear({ domain: domainOf(series, unit), range: [height - PAD.bottom, PAD.top] });
  const beside = Math.min(BESIDE, (width - PAD.left - PAD.right) / series.length);
  const time = active === null ? null : (days[Math.min(active, days.length - 1)] ?? null);

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const edge = { Home: 0, End: days.length - 1 }[event.key];
    if (step === undefined && edge === undefined) return;
    event.preventDefault();
    setSpoken(true);
    setActive((old) =>
      edge !== undefined
        ? edge
        : Math.min(days.length - 1, Math.max(0, old === null ? (step! > 0 ? 0 : days.length - 1) : old + step!)),
    );
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const near = days.reduce(
      (best, day, index) => (Math.abs(x(day) - left) < Math.abs(x(days[best]!) - left) ? index : best),
      0,
    );
    setSpoken(false);
    setActive(days.length ? near : null);
  };
  const words =
    time === null
      ? ""
      : `${formatDate(new Date(time))}: ${readings(series, time, formatPoint)
          .map(({ label, text }) => `${label} ${text}`)
          .join(", ")}`;

  return (
    <div ref={box} className="relative">
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary}
        aria-describedby={hintId}
        tabIndex={0}
        onKeyDown={walk}
        onBlur={() => setActive(null)}
        onPointerMove={point}
        onPointerLeave={() => setActive(null)}
        className="block w-full touch-pan-y rounded-button"
      >
        <ChartFrame
          x={x}
          y={y}
          width={width}
          height={height}
          formatDate={formatDate}
          {...(unit === "count" ? { formatTick: compact } : {})}
          {...(single ? { dates: [single] } : {})}
        />
        {marks
          .filter(({ at }) => !single || at.getTime() === single.getTime())
          .map((mark) => (
            <g key={mark.at.toISOString()}>
              <title>{mark.label}</title>
              <line
                x1={x(mark.at)}
                x2={x(mark.at)}
                y1={PAD.top}
                y2={height - PAD.bottom}
                strokeDasharray="2 3"
                className="stroke-moderate"
              />
              <path
                d={markerPath("diamond", 4)}
                transform={`translate(${x(mark.at)},${PAD.top})`}
                className="fill-moderate"
              />
            </g>
          ))}
        {time === null ? null : (
          <line x1={x(time)} x2={x(time)} y1={PAD.top} y2={height - PAD.bottom} className="stroke-line-strong" />
        )}
        {series.map((line, index) => (
          <SeriesLine
            key={line.key}
            line={line}
            index={index}
            x={(at) => x(at) + (single ? beside * (index - (series.length - 1) / 2) : 0)}
            y={(value) => y(value)}
            band={
              !line.muted &&
              (series.length <= MOST_BANDS || (emphasized === null ? line.main === true : emphasized === line.key))
            }
            faint={emphasized !== null && emphasized !== line.key}
            active={time}
          />
        ))}
      </svg>
      {time === null ? null : (
        <Readout
          left={x(time)}
          width={width}
          title={formatDate(new Date(time))}
          rows={readings(series, time, formatPoint)}
        />
      )}
      <p id={hintId} className="sr-only">
        {hint}
      </p>
      <p aria-live="polite" className="sr-only">
        {spoken ? words : ""}
      </p>
    </div>
  );
}

function readings(series: ChartSeries[], time: number, format: TimeSeriesProps["formatPoint"]) {
  return series.flatMap((line, index) => {
    const found = pointOn(line, time);
    return found
      ? [
          {
            key: line.key,
            label: line.label,
            text: format(found),
            note: found.note,
            ink: lookOf(index, line.muted).ink,
          },
        ]
      : [];
  });
}

type ReadoutProps = {
  left: number;
  width: number;
  title: string;
  rows: { key: string; label: string; text: string; note: string | undefined; ink: string }[];
};

/** What the pointer or the keyboard is on, as words beside the line. */
function Readout({ left, width, title, rows }: ReadoutProps) {
  const side = left > width / 2 ? { right: width - left + 12 } : { left: left + 12 };
  return (
    <div
      aria-hidden
      style={side}
      className="pointer-events-none absolute top-3 z-10 max-w-[70%] rounded-button border border-line bg-surface px-3 py-2 text-sm shadow-float"
    >
      <p className="tabular font-medium">{title}</p>
      {rows.map((row) => (
        <p key={row.key} className="tabular flex items-baseline gap-2">
          <span className="mt-1.5 h-0.5 w-3 shrink-0 self-center rounded-full" style={{ background: row.ink }} />
          <span className="truncate text-ink-2">{row.label}</span>
          <span className="ml-auto pl-2 font-medium whitespace-nowrap">{row.text}</span>
          {row.note ? <span className="whitespace-nowrap text-ink-3">{row.note}</span> : null}
        </p>
      ))}
    </div>
  );
}
