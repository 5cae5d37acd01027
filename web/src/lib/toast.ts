import { useSyncExternalStore, type ReactElement } from "react";

/** At most one toast is on screen; a new one replaces the old one. */
export const TOAST_LIMIT = 1;
/** A dismissed toast leaves the store this long after its dismissal. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_DURATION_MS = 5_000;

export type ToastVariant = "default" | "destructive" | "success" | "info" | "warning";

export type ToastInput = {
  title?: string;
  description?: string;
  action?: ReactElement;
  variant?: ToastVariant;
  /** Milliseconds until it closes by itself. */
  duration?: number;
};

export type ToastMessage = ToastInput & { id: string; open: boolean };

/** What was said, for whoever missed it. */
export type KeptToast = Pick<ToastInput, "title" | "description" | "variant"> & { id: string; at: string };

const KEPT = 20;
type Listener = () => void;

let toasts: readonly ToastMessage[] = [];
let kept: readonly KeptToast[] = [];
let counter = 0;
const listeners = new Set<Listener>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly ToastMessage[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, replacing the one on screen; the handle updates or dismisses this one by its id. */
export function toast(input: ToastInput): { id: string; update: (patch: ToastInput) => void; dismiss: () => void } {
  counter += 1;
  const id = String(counter);
  kept = [{ ...input, id, at: new Date().toISOString() }, ...kept].slice(0, KEPT);
  publish([{ ...input, id, open: true }, ...toasts].slice(0, TOAST_LIMIT));
  return { id, update: (patch) => updateToast(id, patch), dismiss: () => dismissToast(id) };
}

export function updateToast(id: string, patch: ToastInput): void {
  kept = kept.map((item) => (item.id === id ? { ...item, ...patch } : item));
  publish(toasts.map((item) => (item.id === id ? { ...item, ...patch } : item)));
}

/** Closes one toast, or all of them when no id is given. */
export function dismissToast(id?: string): void {
  for (const item of toasts) {
    if (id === undefined || item.id === id) scheduleRemoval(item.id);
  }
  publish(toasts.map((item) => (id === undefined || item.id === id ? { ...item, open: false } : item)));
}

function scheduleRemoval(id: string): void {
  if (removals.has(id)) return;
  const timer = setTimeout(() => {
    removals.delete(id);
    publish(toasts.filter((item) => item.id !== id));
  }, TOAST_REMOVE_DELAY_MS);
  removals.set(id, timer);
}

/** Empties the store at once: between tests, and nowhere else. */
export function resetToasts(): void {
  for (const timer of removals.values()) clearTimeout(timer);
  removals.clear();
  kept = [];
  publish([]);
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly ToastMessage[] {
  return toasts;
}

export function useToasts(): readonly ToastMessage[] {
  return useSyncExternalStore(subscribe, currentToasts, currentToasts);
}

/** The messages since the page was loaded, newest first. */
export const useKeptToasts = (): readonly KeptToast[] =>
  useSyncExternalStore(
    subscribe,
    () => kept,
    () => kept,
  );

const PIN = "\u{1F4CD}";

/** A description that starts with a location pin loses it and is shown with a green location icon instead. */
export function splitLocationPin(description: string): { located: boolean; text: string } {
  if (!description.startsWith(PIN)) return { located: false, text: description };
  return { located: true, text: description.slice(PIN.length).replace(/^\uFE0F?\s*/u, "") };
}
