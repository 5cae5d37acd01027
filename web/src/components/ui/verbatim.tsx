import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

const CUT = { 2: "line-clamp-2", 3: "line-clamp-3", 4: "line-clamp-4", 6: "line-clamp-6" };

type VerbatimProps = { lines: keyof typeof CUT; className?: string; children: ReactNode };

/** Somebody's own words, cut after whole lines: the space around them is outside the cut, where no next line shows. */
export function Verbatim({ lines, className, children }: VerbatimProps) {
  return (
    <span className={cn("evidence block px-3 py-1.5 text-[15px]", className)}>
      <span className={cn("wrap-anywhere", CUT[lines])}>{children}</span>
    </span>
  );
}
