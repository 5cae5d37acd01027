import { whatIf as words } from "@/lib/messages/whatif";

import { oneDecimal } from "./numbers";

const LEAST = 5;

/** A change around zero with its interval as a whisker. */
export function ChangeBar({ points, low, high }: { points: number; low: number; high: number }) {
  const reach = Math.max(LEAST, Math.abs(low), Math.abs(high), Math.abs(points));
  const at = (n: number) => `${50 + (50 * n) / reach}%`;
  const width = (a: number, b: number) => `${(50 * Math.abs(b - a)) / reach}%`;
  const tone = low > 0 ? "bg-good" : high < 0 ? "bg-attention" : "bg-ink-3";
  return (
    <div
      role="img"
      aria-label={words.pointsSummary(oneDecimal(points), oneDecimal(low), oneDecimal(high))}
      className="relative mt-3 h-2.5 w-full rounded-full bg-sunken"
    >
      <div
        className={`absolute inset-y-0 ${tone}`}
        style={{ left: at(Math.min(0, points)), width: width(0, points) }}
      />
      <div
        className="absolute top-1/2 h-px -translate-y-1/2 bg-ink"
        style={{ left: at(low), width: width(low, high) }}
      />
      {[low, high].map((end, index) => (
        <div key={index} className="absolute top-1/2 h-3 w-px -translate-y-1/2 bg-ink" style={{ left: at(end) }} />
      ))}
      <div className="absolute -inset-y-1 left-1/2 w-px bg-line-strong" />
    </div>
  );
}
