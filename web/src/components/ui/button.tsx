import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

import { Spinner } from "./spinner";

const base =
  "inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-button border font-medium select-none " +
  "transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55";

const variants = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border-line bg-surface text-ink hover:bg-hover",
  ghost: "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
  danger: "border-transparent bg-attention text-surface hover:bg-attention-hover",
  link: "border-transparent px-0! text-accent-text underline-offset-4 hover:underline",
} as const;

const sizes = {
  sm: "h-8 px-3 text-sm",
  md: "h-10 px-4 text-base",
  lg: "h-11 px-5 text-lg",
  icon: "size-10",
  "icon-sm": "size-8",
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

/** Class names of a button, for elements that must be something else (an anchor, a router link). */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "md", extra?: string): string {
  return cn(base, variants[variant], sizes[size], extra);
}

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  pending?: boolean;
};

/** `pending` shows a spinner and ignores presses but keeps focus, so a screen reader is not thrown away. */
export function Button({
  variant,
  size,
  pending = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {pending ? <Spinner className="size-4" /> : null}
      {children}
    </button>
  );
}
