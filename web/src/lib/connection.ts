import { useSyncExternalStore } from "react";

import { createListeners } from "./listeners";

/**
 * `busyUntil`: the server asked for a pause (429, or 503 when too many ask) that lasts until then, in milliseconds
 * since 1970.
 * `crowded`: the pause is because of everybody's calls, not the reader's own.
 * `closedUntil`: the service is closed for work (503 with Retry-After) and is asked again then.
 */
export type Connection = { online: boolean; busyUntil: number | null; crowded: boolean; closedUntil: number | null };

const PROBE_MS = 5_000;
const PROBE = "/healthz";

let state: Connection = {
  online: typeof navigator === "undefined" || navigator.onLine,
  busyUntil: null,
  crowded: false,
  closedUntil: null,
};
let probing: ReturnType<typeof setInterval> | null = null;
const { notify, subscribe } = createListeners();

function change(patch: Partial<Connection>): void {
  const next = { ...state, ...patch };
  if (
    next.online === state.online &&
    next.busyUntil === state.busyUntil &&
    next.crowded === state.crowded &&
    next.closedUntil === state.closedUntil
  )
    return;
  state = next;
  if (state.online) stopProbing();
  else probing ??= setInterval(() => void probe(), PROBE_MS);
  notify();
}

/**
 * An answer of any kind means that there is a connection, unless the browser knows better (a cached or late one); a 429
 * of the rate limits and a 503 of a service with too many callers ask for a pause, a 503 without a fault of its own for
 * a longer one.
 */
export function noteAnswer(status: number, code: string | null = null, retryAfter: number | null = null): void {
  const asked = (status === 429 && code === "rate-limited") || (status === 503 && code === "overloaded");
  const busy = asked && retryAfter !== null;
  const closed = status === 503 && (code === null || code === "maintenance") && retryAfter !== null;
  if (closed) change({ online: navigator.onLine, closedUntil: Date.now() + Math.max(1, retryAfter) * 1000 });
  else
    change(
      busy
        ? { online: navigator.onLine, busyUntil: Date.now() + retryAfter * 1000, crowded: status === 503 }
        : { online: navigator.onLine },
    );
}

/** The service answers again. */
export function noteOpen(): void {
  change({ closedUntil: null });
}

/** A call got no answer. One lost call is no proof: the probe decides. */
export function noteSilence(): void {
  void probe();
}

export function noteRested(): void {
  change({ busyUntil: null });
}

async function probe(): Promise<void> {
  try {
    await fetch(PROBE, { cache: "no-store" });
    change({ online: navigator.onLine });
  } catch {
    change({ online: false });
  }
}

function stopProbing(): void {
  if (probing) clearInterval(probing);
  probing = null;
}

/** Follows the browser's own opinion for as long as the page lives. */
export function watchConnection(): void {
  window.addEventListener("offline", () => change({ online: false }));
  window.addEventListener("online", () => void probe());
}

export const currentConnection = (): Connection => state;

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, currentConnection, currentConnection);
}
