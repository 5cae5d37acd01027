import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { useEffect, type ReactNode } from "react";

import { cn } from "@/lib/cn";
import { common } from "@/lib/messages/common";
import { dismissToast } from "@/lib/toast";

import { useReturnFocus } from "./return-focus";

export const Dialog = Primitive.Root;

type DialogContentProps = {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** 560 px instead of 480. */
  wide?: boolean;
  /** False for a question that must be answered. */
  closable?: boolean;
};

/** On phones notices come at the top, over the head of a dialog: one of what was done before makes way for it. */
function useClearedTop(): void {
  useEffect(() => {
    if (window.matchMedia("(max-width: 639px)").matches) dismissToast();
  }, []);
}

/** A centred question; on phones it fills the width and scrolls inside itself. */
export function DialogContent({
  title,
  description,
  children,
  footer,
  wide = false,
  closable = true,
}: DialogContentProps) {
  const returnFocus = useReturnFocus();
  useClearedTop();
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
      <Primitive.Content
        {...returnFocus}
        {...(description ? {} : { "aria-describedby": undefined })}
        className={cn(
          "fixed left-1/2 top-1/2 z-50 flex max-h-[min(90dvh,720px)] -translate-x-1/2 -translate-y-1/2",
          "animate-fade-in flex-col rounded-card border border-line bg-surface shadow-float focus:outline-none",
          wide ? "w-[min(calc(100vw-32px),560px)]" : "w-[min(calc(100vw-32px),480px)]",
        )}
      >
        <div className="flex items-start justify-between gap-4 px-5 pt-5">
          <div>
            <Primitive.Title className="text-xl font-semibold">{title}</Primitive.Title>
            {description ? (
              <Primitive.Description className="mt-1.5 text-ink-2">{description}</Primitive.Description>
            ) : null}
          </div>
          {closable ? <CloseButton /> : null}
        </div>
        <div className="overflow-y-auto p-5 [--table-top:0px]">{children}</div>
        {footer ? (
          <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4">{footer}</div>
        ) : null}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

function CloseButton() {
  return (
    <Primitive.Close
      aria-label={common.close}
      className="-mr-1.5 -mt-1 inline-flex size-8 items-center justify-center rounded-button text-ink-3 transition-colors hover:bg-hover hover:text-ink"
    >
      <X aria-hidden size={20} />
    </Primitive.Close>
  );
}
