import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

const tones = {
  neutral: "border-line bg-sunken text-ink-2",
  accent: "border-accent-line bg-accent-surface text-accent-text",
  good: "border-good-line bg-good-surface text-good-text",
  moderate: "border-moderate-line bg-moderate-surface text-moderate-text",
  attention: "border-attention-line bg-attention-surface text-attention-text",
  info: "border-info-line bg-info-surface text-info-text",
} as const;

export type Tone = keyof typeof tones;

/** A word with a tone; the word carries the meaning, the colour only repeats it. */
export function Badge({ tone = "neutral", className, ...rest }: ComponentProps<"span"> & { tone?: Tone }) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 text-xs font-medium",
        tones[tone],
        className,
      )}
      {...rest}
    />
  );
}
