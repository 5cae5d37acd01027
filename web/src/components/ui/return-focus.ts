import { useLayoutEffect, useRef } from "react";

/**
 * Handlers for a dialog that is opened without a trigger of its own: closing it gives focus back
 * to whatever had it, if that is still on the page.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement } = document;
      opener.current = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      if (!opener.current?.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}

/**
 * For what goes away once its button is pressed: focus moves to the card it stood in, in a drawer to the
 * heading it stood under, or else to the page's heading, and not to nowhere.
 */
export function useFocusPassedOn<T extends HTMLElement>() {
  const leaving = useRef<T>(null);
  useLayoutEffect(() => {
    const own = leaving.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const around = own.parentElement?.closest<HTMLElement>("section[aria-label], [role=dialog]");
      const next = around?.matches("[role=dialog]")
        ? headingAbove(own, around)
        : (around ?? document.querySelector("h1"));
      if (!next) return;
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    };
  }, []);
  return leaving;
}

/** The heading of the section inside a drawer, or the drawer's own. */
const headingAbove = (own: HTMLElement, drawer: HTMLElement) =>
  (own.parentElement?.closest("section") ?? drawer).querySelector<HTMLElement>("h2, h3");
