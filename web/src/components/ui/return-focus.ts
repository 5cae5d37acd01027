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
 * For what goes away once its button is pressed: focus moves to the card it stood in, or else to the
 * page's heading, and not to nowhere.
 */
export function useFocusPassedOn<T extends HTMLElement>() {
  const leaving = useRef<T>(null);
  useLayoutEffect(() => {
    const own = leaving.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const card = own.parentElement?.closest<HTMLElement>("section[aria-label]");
      const next = card ?? document.querySelector<HTMLElement>("h1");
      if (!next) return;
      next.tabIndex = -1;
      next.focus({ preventScroll: true });
    };
  }, []);
  return leaving;
}
