import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";
import { common } from "@/lib/messages/common";

import { useReturnFocus } from "./return-focus";

export const Sheet = Primitive.Root;

type SheetContentProps = {
  /** Names the drawer for everyone; `titleHidden` keeps it for screen readers only. */
  title: ReactNode;
  titleHidden?: boolean;
  description?: ReactNode;
  side?: "left" | "right";
  /** Sticky area under the title, e.g. tabs. */
  header?: ReactNode;
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
};

/**
 * A drawer: from the right for evidence, from the left for the menu of narrow screens. Focus stays inside, Esc closes.
 */
export function SheetContent({
  title,
  titleHidden = false,
  description,
  side = "right",
  header,
  footer,
  className,
  children,
}: SheetContentProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
      <Primitive.Content
        {...returnFocus}
        {...(description ? {} : { "aria-describedby": undefined })}
        className={cn(
          "fixed inset-y-0 z-50 flex w-full flex-col border-line bg-surface shadow-float focus:outline-none",
          side === "right"
            ? "right-0 max-w-[560px] animate-sheet-right border-l"
            : "left-0 max-w-[288px] animate-sheet-left border-r",
          className,
        )}
      >
        <div
          className={cn(
            "flex items-start justify-between gap-4 px-5 pt-5",
            titleHidden ? "absolute right-0 z-10" : "pb-4",
          )}
        >
          <div className={cn(titleHidden && "sr-only")}>
            <Primitive.Title className="text-xl font-semibold">{title}</Primitive.Title>
            {description ? (
              <Primitive.Description className="mt-1 text-ink-2">{description}</Primitive.Description>
            ) : null}
          </div>
          <Primitive.Close
            aria-label={common.close}
            className="-mr-1.5 -mt-1 inline-flex size-8 items-center justify-center rounded-button text-ink-3 transition-colors hover:bg-hover hover:text-ink"
          >
            <X aria-hidden size={20} />
          </Primitive.Close>
        </div>
        {header ? <div className="border-b border-line px-5">{header}</div> : null}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain [--table-top:0px]">{children}</div>
        {footer ? <div className="border-t border-line px-5 py-4">{footer}</div> : null}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
