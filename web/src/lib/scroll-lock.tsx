import { createElement, useEffect, type ComponentProps, type ElementType } from "react";

type RemoveScrollProps = ComponentProps<"div"> & { as?: ElementType; allowPinchZoom?: boolean; shards?: unknown[] };

let locks = 0;

/**
 * Stands in for `react-remove-scroll` inside Radix (see the alias in vite.config.ts): the original inserts a
 * style element, which the page's content policy refuses. The page behind a dialog does not scroll, and keeps
 * the width of its scrollbar so that nothing jumps.
 */
export function RemoveScroll({ as = "div", allowPinchZoom, shards, ...rest }: RemoveScrollProps) {
  useEffect(() => {
    const { style } = document.documentElement;
    locks += 1;
    if (locks === 1) {
      style.setProperty("padding-right", `${window.innerWidth - document.documentElement.clientWidth}px`);
      style.setProperty("overflow", "hidden");
    }
    return () => {
      locks -= 1;
      if (locks > 0) return;
      style.removeProperty("overflow");
      style.removeProperty("padding-right");
    };
  }, []);
  return createElement(as, rest);
}
