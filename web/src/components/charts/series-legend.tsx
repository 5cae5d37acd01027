import { cn } from "@/lib/cn";

import { lookOf, markerPath, type ChartSeries } from "./series";

type LegendProps = {
  series: ChartSeries[];
  emphasized: string | null;
  onEmphasize: (key: string | null) => void;
  nameOf: (label: string) => string;
};

/** Names of the lines with their dash and marker; pressing one emphasizes it and shows its interval. */
export function SeriesLegend({ series, emphasized, onEmphasize, nameOf }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-1 gap-y-0.5">
      {series.map((line, index) => {
        const look = lookOf(index, line.muted);
        const on = emphasized === line.key;
        return (
          <li key={line.key}>
            <button
              type="button"
              aria-pressed={on}
              aria-label={nameOf(line.label)}
              onClick={() => onEmphasize(on ? null : line.key)}
              className={cn(
                "inline-flex min-h-8 items-center gap-2 rounded-button px-2 text-sm transition-colors hover:bg-hover",
                on ? "bg-hover text-ink" : "text-ink-2",
              )}
            >
              <svg aria-hidden width={26} height={12} style={{ color: look.ink }}>
                <line x1={0} x2={26} y1={6} y2={6} stroke="currentColor" strokeWidth={2} strokeDasharray={look.dash} />
                {line.muted ? null : (
                  <path
                    d={markerPath(look.marker, 3.2)}
                    transform="translate(13,6)"
                    className="fill-surface"
                    stroke="currentColor"
                    strokeWidth={1.75}
                  />
                )}
              </svg>
              {line.label}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
