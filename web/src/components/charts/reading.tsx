import { OpenNumber } from "@/components/metrics/open-number";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import { overview, view } from "@/lib/messages/analytics";
import { movementText, rangeText, valueText, type Reading, type Unit } from "@/lib/readings";
import { inkOf } from "@/lib/score-words";

type ReadingCellProps = {
  reading: Reading | null | undefined;
  /** Where the number opens, and what it is of. */
  open?: { to: string; name: string };
};

/** A reading in a table: its number with the interval, or the bare counts where a rate would claim too much. */
export function ReadingCell({ reading, open }: ReadingCellProps) {
  if (!reading) return <span className="text-ink-3">{view.nothing}</span>;
  const { value, low, high, unit, hits, n } = reading;
  const bare = value === null;
  if (bare && (hits === null || n === 0))
    return <span className="tabular text-ink-2 whitespace-nowrap">{view.nothing}</span>;
  const counted = hits === null ? overview.n(n) : `${overview.counts(hits, n)} · ${overview.n(n)}`;
  const shown = bare ? (
    <span className="tabular text-ink-2 whitespace-nowrap">{overview.counts(hits ?? 0, n)}</span>
  ) : (
    <span className="tabular inline-flex flex-wrap items-baseline justify-end gap-x-1.5 xl:flex-nowrap">
      <span className="font-medium whitespace-nowrap">{valueText(value, unit)}</span>
      {low !== null && high !== null && low !== high ? (
        <span className="text-sm text-ink-3 whitespace-nowrap">({rangeText(low, high, unit)})</span>
      ) : null}
    </span>
  );
  if (open) {
    return (
      <Tooltip content={counted}>
        <OpenNumber to={open.to} name={open.name}>
          {shown}
        </OpenNumber>
      </Tooltip>
    );
  }
  if (bare) return shown;
  return (
    <Tooltip content={counted}>
      <span tabIndex={0} className="rounded-[3px]">
        {shown}
      </span>
    </Tooltip>
  );
}

/** A change against the compared period. */
export function Movement({
  delta,
  unit,
  className,
}: {
  delta: Reading["delta"] | undefined;
  unit: Unit;
  className?: string;
}) {
  const { text, tone } = movementText(delta, unit);
  return <span className={cn("text-sm", inkOf[tone], className)}>{text}</span>;
}
