import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

const DELAY_MS = 250;

/** A short addition to something that already makes sense without it: touch screens never see it. */
export function Tooltip({
  content,
  children,
  side = "top",
}: {
  content: ReactNode;
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
}) {
  return (
    <Primitive.Provider delayDuration={DELAY_MS}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-fade-in rounded-button bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-float"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
