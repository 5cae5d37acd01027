import { RadioGroup } from "radix-ui";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

type SegmentedProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: ReactNode }[];
  className?: string;
};

/** One of a few, all in sight: a radio group that looks like a switch. */
export function Segmented<T extends string>({ label, value, onChange, choices, className }: SegmentedProps<T>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={cn("inline-flex gap-1 rounded-field border border-line bg-sunken p-1", className)}
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          className={cn(
            "inline-flex h-9 flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-button border border-transparent px-4 font-medium",
            "text-ink-2 transition-colors hover:text-ink data-[state=checked]:border-line data-[state=checked]:bg-raised data-[state=checked]:text-ink",
          )}
        >
          {choice.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
