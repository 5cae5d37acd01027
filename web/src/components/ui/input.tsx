import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

export const controlClass =
  "w-full rounded-field border border-line-strong bg-surface text-ink transition-[border-color,box-shadow] " +
  "hover:border-ink-3 focus-visible:border-focus focus-visible:outline-offset-0 " +
  "aria-invalid:border-attention disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3";

/** 16 px on touch screens, or phones zoom into the page when it takes focus. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cn(controlClass, "h-11 px-3 text-lg sm:h-10 sm:text-base", className)} {...rest} />;
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={cn(controlClass, "px-3 py-2.5 text-lg sm:text-base", className)} {...rest} />;
}
