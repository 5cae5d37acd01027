import { useEffect, useRef, useSyncExternalStore } from "react";

import { createListeners } from "./listeners";

const STORAGE_KEY = "presence.singleKeys";
const { notify, subscribe } = createListeners();

function stored(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

/** Keys that act without a modifier can be turned off, because speech input presses them by accident (WCAG 2.1.4). */
export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
  } catch {
    // Storage may be blocked; the keys then stay on.
  }
  notify();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, stored, () => true);
}

const TYPING = "input, textarea, select, [contenteditable=true], [role=textbox]";

/** A key that would be typed somewhere, or that an open layer should have, is nobody's shortcut. */
export function isFree(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return (
    !event.defaultPrevented &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.altKey &&
    !target?.closest(TYPING) &&
    !document.querySelector("[role=dialog], [role=menu]")
  );
}

/** Calls `act` for each free key press while single keys are on; `act` answers whether the key was its own. */
export function useSingleKey(act: (key: string) => boolean): void {
  const on = useSingleKeys();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (isFree(event) && latest.current(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}
