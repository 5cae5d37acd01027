import { cn } from "@/lib/cn";

import { ChartFigure } from "./chart-figure";
import { ChartTable } from "./chart-table";
import { usePointNavigation } from "./use-point-navigation";

/** `share` is 0 to 1; null: nothing was measured, which is not zero. */
export type HeatCell = { key: string; title: string; share: number | null; text: string };

type HeatStripProps = {
  cells: HeatCell[];
  summary: string;
  labels: { table: string; chart: string; title: string; value: string; hint: string };
};

/** Five steps from pale to full; the words beside it carry what the colour says. */
const STEPS = [0.12, 0.32, 0.52, 0.74, 1];
const stepOf = (share: number) => STEPS[Math.min(STEPS.length - 1, Math.floor(share * STEPS.length))];

/** One cell for each measurement in order, darker the higher. ←/→, Home and End walk the cells and read each aloud. */
export function HeatStrip({ cells, summary, labels }: HeatStripProps) {
  const { active, setActive, walking } = usePointNavigation(cells.length);
  const shown = active === null ? null : cells[active];
  const rows = cells.map(({ key, title, text }) => ({ key, name: title, cells: [text] })).reverse();
  return (
    <ChartFigure
      summary={summary}
      labels={labels}
      table={<ChartTable label={summary} titles={[labels.title, labels.value]} rows={rows} />}
    >
      <div
        role="img"
        aria-label={`${summary}. ${labels.hint}`}
        {...walking}
        className="flex h-9 gap-0.5 rounded-button"
      >
        {cells.map((cell, index) => (
          <span
            key={cell.key}
            onPointerEnter={() => setActive(index)}
            className={cn(
              "min-w-1 flex-1 rounded-[2px] border",
              index === active ? "border-ink" : "border-transparent",
              cell.share === null
                ? "bg-[repeating-linear-gradient(45deg,var(--color-line)_0_2px,transparent_2px_5px)]"
                : "bg-sunken",
            )}
          >
            {cell.share === null ? null : (
              <span
                className={cn("block size-full rounded-[2px]", cell.share > 0 && "bg-accent")}
                style={{ opacity: stepOf(cell.share) }}
              />
            )}
          </span>
        ))}
      </div>
      <p aria-live="polite" className="tabular mt-1.5 min-h-5 text-sm text-ink-2">
        {shown ? `${shown.title}: ${shown.text}` : ""}
      </p>
    </ChartFigure>
  );
}
