import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";
import { metrics as words } from "@/lib/messages/metrics";
import { Link, type LinkProps } from "@/lib/navigation";

type OpenNumberProps = Omit<LinkProps, "to"> & {
  /** The address of what lies behind the number. */
  to: string;
  /** What the number is of. */
  name: string;
  children: ReactNode;
};

/**
 * A number that opens: it lifts a little under the pointer and shows a caret; behind it lie its formula, inputs and
 * answers.
 */
export function OpenNumber({ to, name, className, children, ...link }: OpenNumberProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      {...link}
      className={cn(
        "group/number relative inline-flex min-h-6 items-baseline rounded-[3px] text-inherit no-underline transition-transform duration-150 hover:-translate-y-px motion-reduce:transform-none",
        className,
      )}
    >
      <span className="sr-only">{name}: </span>
      {children}
      <span className="sr-only">. {words.open}</span>
      <ChevronRight
        aria-hidden
        size={14}
        className="absolute top-1/2 left-full -translate-y-1/2 text-accent-text opacity-0 transition-opacity group-hover/number:opacity-100 group-focus-visible/number:opacity-100"
      />
    </Link>
  );
}
