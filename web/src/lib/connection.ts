import { useSyncExternalStore } from "react";

/** `busyUntil`: the server asked for a pause (429) that lasts until then, in milliseconds since 1970. */
export type Connection = { online: boolean; busyUntil: number | null };

const PROBE_MS = 5_000;
const PROBE = "/healthz";

let state: Connection = { online: typeof navigator === "undefined" || navigator.onLine, busyUntil: null };
let probing: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

function change(patch: Partial<Connection>): void {
  const next = { ...state, ...patch };
  if (next.online === state.online && next.busyUntil === state.busyUntil) return;
  state = next;
  if (state.online) stopProbing();
  else probing ??= setInterval(() => void probe(), PROBE_MS);
  for (const listener of listeners) listener();
}

/** An answer of any kind means that there is a connection; a 429 of the rate limits asks for a pause. */
export function noteAnswer(status: number, code: string | null = null, retryAfter: number | null = null): void {
  const busy = status === 429 && code === "rate-limited" && retryAfter !== null;
  change(busy ? { online: true, busyUntil: Date.now() + retryAfter * 1000 } : { online: true });
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentConnection = (): Connection => state;

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, currentConnection, currentConnection);
}
