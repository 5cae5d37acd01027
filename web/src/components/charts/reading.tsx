import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import { overview, view } from "@/lib/messages/analytics";
import { inkOf, movementText, rangeText, valueText, type Reading, type Unit } from "@/lib/readings";

/** A reading in a table: its number with the interval, or the bare counts where a rate would claim too much. */
export function ReadingCell({ reading }: { reading: Reading | null | undefined }) {
  if (!reading) return <span className="text-ink-3">{view.nothing}</span>;
  const { value, low, high, unit, hits, n } = reading;
  if (value === null) {
    return <span className="tabular text-ink-2 whitespace-nowrap">{hits !== null && n > 0 ? overview.counts(hits, n) : view.nothing}</span>;
  }
  return (
    <Tooltip content={hits === null ? overview.n(n) : `${overview.counts(hits, n)} · ${overview.n(n)}`}>
      <span tabIndex={0} className="tabular inline-flex flex-wrap items-baseline justify-end xl:flex-nowrap gap-x-1.5 rounded-[3px]">
        <span className="font-medium whitespace-nowrap">{valueText(value, unit)}</span>
        {low !== null && high !== null && low !== high ? <span className="text-sm text-ink-3 whitespace-nowrap">({rangeText(low, high, unit)})</span> : null}
      </span>
    </Tooltip>
  );
}

/** A change against the compared period. */
export function Movement({ delta, unit, className }: { delta: Reading["delta"] | undefined; unit: Unit; className?: string }) {
  const { text, tone } = movementText(delta, unit);
  return <span className={cn("text-sm", inkOf[tone], className)}>{text}</span>;
}
