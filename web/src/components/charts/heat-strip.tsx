import { useState, type KeyboardEvent } from "react";

import { cn } from "@/lib/cn";

import { ChartFigure } from "./chart-figure";

/** `share` is 0 to 1; null: nothing was measured, which is not zero. */
export type HeatCell = { key: string; title: string; share: number | null; text: string };

type HeatStripProps = { cells: HeatCell[]; summary: string; labels: { table: string; chart: string; title: string; value: string; hint: string } };

/** Five steps from pale to full; the words beside it carry what the colour says. */
const STEPS = [0.12, 0.32, 0.52, 0.74, 1];
const stepOf = (share: number) => STEPS[Math.min(STEPS.length - 1, Math.floor(share * STEPS.length))];

/** One cell for each measurement in order, darker the higher. ←/→, Home and End walk the cells and read each aloud. */
export function HeatStrip({ cells, summary, labels }: HeatStripProps) {
  const [active, setActive] = useState<number | null>(null);
  const walk = (event: KeyboardEvent) => {
    const last = cells.length - 1;
    const next = { ArrowRight: active === null ? 0 : active + 1, ArrowLeft: active === null ? last : active - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(Math.min(last, Math.max(0, next)));
  };
  const shown = active === null ? null : cells[active];
  return (
    <ChartFigure summary={summary} labels={labels} table={<HeatTable cells={cells} summary={summary} labels={labels} />}>
      <div
        role="img"
        aria-label={`${summary}. ${labels.hint}`}
        tabIndex={0}
        onKeyDown={walk}
        onBlur={() => setActive(null)}
        onPointerLeave={() => setActive(null)}
        className="flex h-9 gap-0.5 rounded-button"
      >
        {cells.map((cell, index) => (
          <span
            key={cell.key}
            onPointerEnter={() => setActive(index)}
            className={cn(
              "min-w-1 flex-1 rounded-[2px] border",
              index === active ? "border-ink" : "border-transparent",
              cell.share === null ? "bg-[repeating-linear-gradient(45deg,var(--color-line)_0_2px,transparent_2px_5px)]" : "bg-sunken",
            )}
          >
            {cell.share === null ? null : <span className={cn("block size-full rounded-[2px]", cell.share > 0 && "bg-accent")} style={{ opacity: stepOf(cell.share) }} />}
          </span>
        ))}
      </div>
      <p aria-live="polite" className="tabular mt-1.5 min-h-5 text-sm text-ink-2">
        {shown ? `${shown.title}: ${shown.text}` : ""}
      </p>
    </ChartFigure>
  );
}

function HeatTable({ cells, summary, labels }: HeatStripProps) {
  return (
    <div className="max-h-[300px] overflow-auto" tabIndex={0} role="region" aria-label={summary}>
      <table className="tabular w-full text-left" aria-label={summary}>
        <thead className="sticky top-0 bg-surface text-sm text-ink-2">
          <tr>
            <th scope="col" className="py-2 pr-4 font-medium">
              {labels.title}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {labels.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...cells].reverse().map((cell) => (
            <tr key={cell.key} className="border-t border-line">
              <th scope="row" className="py-2 pr-4 font-normal">
                {cell.title}
              </th>
              <td className="py-2 text-right">{cell.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
