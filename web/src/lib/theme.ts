import { useSyncExternalStore } from "react";

import { createListeners } from "./listeners";

export type Theme = "system" | "light" | "dark";

/** Also read by public/theme.js before the first paint. */
const STORAGE_KEY = "presence.theme";
const { notify, subscribe } = createListeners();

export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

function systemIsDark(): boolean {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

function apply(): void {
  const theme = storedTheme();
  const dark = theme === "dark" || (theme === "system" && systemIsDark());
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  notify();
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage may be blocked; the choice then lasts for this page only.
    document.documentElement.dataset["theme"] =
      theme === "dark" || (theme === "system" && systemIsDark()) ? "dark" : "light";
    return;
  }
  apply();
}

/** Follows the system setting and other tabs for as long as the page lives. */
export function watchTheme(): void {
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  window.addEventListener("storage", (event) => (event.key === STORAGE_KEY ? apply() : undefined));
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme, storedTheme);
}
