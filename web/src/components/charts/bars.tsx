import { useRef, type KeyboardEvent, type ReactNode } from "react";

import { ChartFigure } from "./chart-figure";
import { ChartTable } from "./chart-table";
import { Whisker } from "./whisker";

export type Bar = {
  key: string;
  label: string;
  /** Null: nothing was measured, which is not zero. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** Value and interval in words. */
  text: string;
  /** The number where it opens. */
  number?: ReactNode;
  /** What lies under the name, e.g. a link to the answers. */
  name?: ReactNode;
  /** The one the chart is about; the others step back. */
  main?: boolean;
};

type BarsProps = {
  bars: Bar[];
  max?: number;
  summary: string;
  labels: { table: string; chart: string; name: string; value: string };
};

/** Values side by side, each a bar with its interval. ↑/↓, Home and End walk from name to name. */
export function Bars({ bars, max = 100, summary, labels }: BarsProps) {
  const list = useRef<HTMLUListElement>(null);
  const walk = (event: KeyboardEvent) => {
    const stops = [
      ...(list.current?.querySelectorAll<HTMLElement>("[data-bar] [data-name] a, [data-bar][tabindex]") ?? []),
    ];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    stops[Math.min(stops.length - 1, Math.max(0, next))]?.focus();
  };
  const rows = bars.map(({ key, label, text }) => ({ key, name: label, cells: [text] }));
  return (
    <ChartFigure
      summary={summary}
      labels={labels}
      table={<ChartTable label={summary} titles={[labels.name, labels.value]} rows={rows} />}
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the links in it */}
      <ul ref={list} onKeyDown={walk} aria-label={summary} className="flex flex-col gap-3">
        {bars.map((bar) => (
          <li key={bar.key} data-bar {...(bar.name ? {} : { tabIndex: 0 })} className="rounded-button">
            <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
              <span data-name>{bar.name ?? bar.label}</span>
              <span className="tabular">{bar.number ?? bar.text}</span>
            </div>
            {bar.value === null ? null : (
              <Whisker
                value={bar.value}
                low={bar.low ?? bar.value}
                high={bar.high ?? bar.value}
                max={max}
                summary={`${bar.label}: ${bar.text}`}
                {...(bar.main ? {} : { className: "[&>div:first-child]:bg-ink-3" })}
              />
            )}
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}
