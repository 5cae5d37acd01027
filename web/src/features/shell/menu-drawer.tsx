import type { ReactNode } from "react";

import type { PartProps } from "@/components/ui/lazy-part";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { shell } from "@/lib/messages/shell";

/** The side menu of narrow screens. */
export function MenuDrawer({ onClose, children }: PartProps & { children: ReactNode }) {
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent title={shell.menu} titleHidden side="left">
        {children}
      </SheetContent>
    </Sheet>
  );
}
