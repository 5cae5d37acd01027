import { cn } from "@/lib/cn";

type WhiskerProps = { value: number; low: number; high: number; max?: number; summary: string; className?: string };

/** A bar with its interval as a thin line: length is the value, the line reaches from low to high. A count has none. */
export function Whisker({ value, low, high, max = 100, summary, className }: WhiskerProps) {
  const share = (n: number) => `${(100 * Math.min(max, Math.max(0, n))) / max}%`;
  return (
    <div role="img" aria-label={summary} className={cn("relative h-2 w-full rounded-full bg-sunken", className)}>
      <div className="absolute inset-y-0 left-0 rounded-full bg-accent" style={{ width: share(value) }} />
      {low < high ? (
        <>
          <div
            className="absolute top-1/2 h-px -translate-y-1/2 bg-ink"
            style={{ left: share(low), width: `calc(${share(high)} - ${share(low)})` }}
          />
          {[low, high].map((end, index) => (
            <div
              key={index}
              className="absolute top-1/2 h-2.5 w-px -translate-y-1/2 bg-ink"
              style={{ left: share(end) }}
            />
          ))}
        </>
      ) : null}
    </div>
  );
}
