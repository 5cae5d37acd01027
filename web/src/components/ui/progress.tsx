import { cn } from "@/lib/cn";

/** `value` of `max`; null while the total is unknown. Work found on the way may put the value above an older total. */
export function Progress({
  value,
  max = 100,
  label,
  className,
}: {
  value: number | null;
  max?: number;
  label: string;
  className?: string;
}) {
  const total = Math.max(max, value ?? 0, 1);
  const share = value === null ? 35 : (100 * value) / total;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={value ?? undefined}
      aria-valuetext={value === null ? undefined : `${Math.round(share)}%`}
      className={cn("h-1.5 w-full overflow-hidden rounded-full bg-sunken", className)}
    >
      <div
        className={cn("h-full rounded-full bg-accent transition-[width]", value === null && "animate-pulse")}
        style={{ width: `${share}%` }}
      />
    </div>
  );
}
