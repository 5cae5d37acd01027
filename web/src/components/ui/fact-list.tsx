import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

const variants = {
  text: { list: "gap-x-5 gap-y-1.5", name: "text-ink-2", value: "" },
  sums: { list: "gap-x-5 gap-y-1.5", name: "text-ink-2", value: "text-right font-medium" },
  small: { list: "gap-x-3 gap-y-1 text-sm", name: "text-ink-3", value: "text-ink-2" },
};

type FactListProps = {
  facts: readonly (readonly [string, ReactNode])[];
  variant?: keyof typeof variants;
  className?: string;
};

/** Names and values side by side. */
export function FactList({ facts, variant = "text", className }: FactListProps) {
  const { list, name: nameLook, value: valueLook } = variants[variant];
  return (
    <dl className={cn("grid grid-cols-[auto_1fr]", list, className)}>
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className={nameLook}>{name}</dt>
          <dd className={cn("tabular min-w-0 wrap-anywhere", valueLook)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
