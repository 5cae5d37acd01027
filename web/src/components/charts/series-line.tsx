import { Area, LinePath } from "@visx/shape";

import { lookOf, markerPath, type ChartSeries } from "./series";

type SeriesLineProps = {
  line: ChartSeries;
  index: number;
  x: (at: Date) => number;
  y: (value: number) => number;
  band: boolean;
  faint: boolean;
  active: number | null;
};

/** One line of a chart with its interval and a marker a point. */
export function SeriesLine({ line, index, x, y, band, faint, active }: SeriesLineProps) {
  const look = lookOf(index, line.muted);
  const shown = line.points.filter((point) => point.value !== null);
  const ranged = (point: (typeof shown)[number]) => point.low !== null && point.high !== null;
  const single = shown.length === 1;
  return (
    <g opacity={faint ? 0.28 : 1} style={{ color: look.ink }}>
      {band ? (
        <Area
          data={line.points}
          defined={ranged}
          x={(d) => x(d.at)}
          y0={(d) => y(d.low ?? 0)}
          y1={(d) => y(d.high ?? 0)}
          fill="currentColor"
          fillOpacity={0.13}
        />
      ) : null}
      <LinePath
        data={line.points}
        defined={(d) => d.value !== null}
        x={(d) => x(d.at)}
        y={(d) => y(d.value ?? 0)}
        fill="none"
        stroke="currentColor"
        strokeWidth={line.muted ? 1.5 : 2}
        strokeDasharray={look.dash}
        strokeLinejoin="round"
      />
      {line.muted
        ? null
        : shown.map((point) => {
            const here = point.at.getTime() === active;
            return (
              <g key={point.at.getTime()}>
                {(single || here) && ranged(point) ? (
                  <line
                    x1={x(point.at)}
                    x2={x(point.at)}
                    y1={y(point.low ?? 0)}
                    y2={y(point.high ?? 0)}
                    stroke="currentColor"
                    strokeWidth={1.5}
                  />
                ) : null}
                <path
                  d={markerPath(look.marker, here ? 5 : 3.5)}
                  transform={`translate(${x(point.at)},${y(point.value ?? 0)})`}
                  className="fill-surface"
                  stroke="currentColor"
                  strokeWidth={2}
                />
              </g>
            );
          })}
    </g>
  );
}
