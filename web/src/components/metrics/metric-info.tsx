import { Info } from "lucide-react";

import { cn } from "@/lib/cn";
import { metrics as words } from "@/lib/messages/metrics";

import { lazyPart } from "../ui/lazy-part";
import { usePanel } from "../ui/use-panel";

const MetricPanel = lazyPart(async () => (await import("./metric-panel")).MetricPanel);

export type MetricFacts = {
  /** The metric's name in the API and on the method page. */
  metric: string;
  /** What the screen calls it. */
  name: string;
  /** What this reading was counted from, in words. */
  counted?: string | null;
  /** When it was last computed (RFC 3339). */
  asOf?: string | null;
};

/**
 * The mark beside a metric's name: its formula, interval, version and the way to the method page. Fetched when first
 * wanted.
 */
export function MetricInfo({ className, ...facts }: MetricFacts & { className?: string }) {
  const { open, close, anchor, trigger } = usePanel(MetricPanel);
  return (
    <>
      <button
        {...trigger}
        aria-label={words.about(facts.name)}
        className={cn(
          "-my-1 inline-flex size-6 shrink-0 items-center justify-center rounded-full align-middle text-ink-3 transition-colors hover:bg-hover hover:text-ink",
          className,
        )}
      >
        <Info aria-hidden size={14} strokeWidth={1.75} />
      </button>
      {open ? <MetricPanel anchor={anchor} onClose={close} {...facts} /> : null}
    </>
  );
}
