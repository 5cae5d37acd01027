import { useCallback, useRef, useState, type RefObject } from "react";

export type Anchor = RefObject<HTMLButtonElement | null>;

/**
 * The state of a button and the panel it opens; the panel itself is a `lazyPart` that is on the page only while open.
 */
export function usePanel(part: { prefetch: () => Promise<void> }, kind: "dialog" | "menu" = "dialog") {
  const [open, setOpen] = useState(false);
  const anchor: Anchor = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const trigger = {
    ref: anchor,
    type: "button" as const,
    "aria-haspopup": kind,
    "aria-expanded": open,
    "data-state": open ? "open" : "closed",
    onPointerEnter: () => void part.prefetch(),
    onFocus: () => void part.prefetch(),
    onClick: () => setOpen(!open),
  };
  return { open, close, anchor, trigger, show: () => setOpen(true) };
}
