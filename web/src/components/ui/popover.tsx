import { Popover as Primitive } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;
export const PopoverClose = Primitive.Close;

export function PopoverContent({ className, sideOffset = 8, collisionPadding = 12, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={sideOffset}
        collisionPadding={collisionPadding}
        className={cn("z-50 w-80 max-w-[calc(100vw-24px)] animate-rise-in rounded-card border border-line bg-surface p-5 shadow-float focus:outline-none", className)}
        {...rest}
      />
    </Primitive.Portal>
  );
}
