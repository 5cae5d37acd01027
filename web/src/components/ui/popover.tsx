import { Popover as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

import { cn } from "@/lib/cn";

import type { PartProps } from "./lazy-part";
import type { Anchor } from "./use-panel";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;
export const PopoverClose = Primitive.Close;
/** Places the popover beside something that does not open it by itself. */
export const PopoverAnchor = Primitive.Anchor;

type PopoverContentProps = ComponentProps<typeof Primitive.Content> & {
  /** The name of the popover for assistive technology. */
  label: string;
  /** `list` is narrow with tight edges, for rows that bring their own padding. */
  variant?: "card" | "list";
};

export function PopoverContent({
  label,
  variant = "card",
  className,
  sideOffset = 8,
  collisionPadding = 12,
  ...rest
}: PopoverContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        aria-label={label}
        sideOffset={sideOffset}
        collisionPadding={collisionPadding}
        className={cn(
          "z-50 max-w-[calc(100vw-24px)] animate-rise-in rounded-card border border-line bg-surface shadow-float focus:outline-none",
          variant === "card" ? "w-80 p-5" : "w-72 p-1.5",
          className,
        )}
        {...rest}
      />
    </Primitive.Portal>
  );
}

type PanelProps = PartProps &
  Pick<PopoverContentProps, "label" | "variant" | "align" | "className"> & { anchor: Anchor; children: ReactNode };

/** A popover that is open for as long as it is on the page, beside a button that lives elsewhere (see `usePanel`). */
export function Panel({ anchor, onClose, children, ...content }: PanelProps) {
  return (
    <Popover open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Anchor virtualRef={anchor as { current: HTMLButtonElement }} />
      <PopoverContent
        {...content}
        onInteractOutside={(event) =>
          anchor.current?.contains(event.target as Node) ? event.preventDefault() : undefined
        }
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.current?.focus();
        }}
      >
        {children}
      </PopoverContent>
    </Popover>
  );
}
