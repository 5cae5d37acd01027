import { cn } from "@/lib/cn";
import { common } from "@/lib/messages/common";

/** The product's name with its mark: a gauge whose needle rests inside a soft band. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight text-ink", className)}>
      <svg aria-hidden viewBox="0 0 32 32" className="size-7">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path d="M8 21a8 8 0 0 1 16 0" fill="none" strokeWidth="3" strokeLinecap="round" className="stroke-on-accent" />
        <path d="M16 21l4.2-5.6" strokeWidth="3" strokeLinecap="round" className="stroke-on-accent opacity-70" />
        <circle cx="16" cy="21" r="2.4" className="fill-on-accent" />
      </svg>
      {common.product}
    </span>
  );
}
