import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

import { controlClass } from "./input";

/** The browser's own list: long lists of countries and languages need its type-ahead and its phone picker. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        className={cn(controlClass, "h-11 appearance-none truncate pl-3 pr-9 text-lg sm:h-10 sm:text-base", className)}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        size={16}
        className="pointer-events-none absolute right-3 top-1/2 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}
