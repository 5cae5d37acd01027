import { Check } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

import { cn } from "@/lib/cn";

import type { PartProps } from "./lazy-part";
import type { Anchor } from "./use-panel";

export const Menu = Primitive.Root;
export const MenuTrigger = Primitive.Trigger;
export const MenuRadioGroup = Primitive.RadioGroup;

export function MenuContent({
  className,
  sideOffset = 6,
  collisionPadding = 12,
  ...rest
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={sideOffset}
        collisionPadding={collisionPadding}
        className={cn(
          "z-50 min-w-52 animate-rise-in rounded-card border border-line bg-surface p-1.5 shadow-float",
          className,
        )}
        {...rest}
      />
    </Primitive.Portal>
  );
}

type MenuPanelProps = PartProps &
  Pick<ComponentProps<typeof Primitive.Content>, "align" | "className"> & {
    anchor: Anchor;
    label: string;
    children: ReactNode;
  };

/**
 * A menu that is open for as long as it is on the page, beside a button that lives elsewhere (see `usePanel`).
 * The library insists on a trigger of its own: an invisible one covers the button, whose parent is `relative`.
 */
export function MenuPanel({ anchor, label, onClose, children, ...content }: MenuPanelProps) {
  return (
    <Menu open onOpenChange={(open) => (open ? undefined : onClose())}>
      <MenuTrigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </MenuTrigger>
      <MenuContent
        {...content}
        aria-labelledby={undefined}
        aria-label={label}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.current?.focus();
        }}
      >
        {children}
      </MenuContent>
    </Menu>
  );
}

const itemClass =
  "flex min-h-9 w-full cursor-default select-none items-center gap-2.5 rounded-button px-2.5 py-1.5 text-base text-ink outline-none " +
  "data-[highlighted]:bg-hover data-[disabled]:text-ink-3";

export function MenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
  return <Primitive.Item className={cn(itemClass, className)} {...rest} />;
}

export function MenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={cn(itemClass, className)} {...rest}>
      {children}
      <Primitive.ItemIndicator className="ml-auto text-accent-text">
        <Check aria-hidden size={16} />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  );
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn("px-2.5 pb-1 pt-2 text-xs font-medium text-ink-3", className)} {...rest} />;
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}
