import { useSyncExternalStore } from "react";

import { createListeners } from "./listeners";

/** Written when somebody signs in or out; every other tab of the browser reads it. */
const KEY = "presence.session";

export type SessionSignal = { userId: string | null };

/** Tells the other tabs who is signed in now; null for nobody. */
export function announceSession(userId: string | null): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, at: Date.now() }));
  } catch {
    // Storage may be blocked; other tabs then notice at their next call.
  }
}

/** Calls back when another tab signs in or out. */
export function listenToSession(onSignal: (signal: SessionSignal) => void): () => void {
  const read = (event: StorageEvent) => {
    if (event.key !== KEY || !event.newValue) return;
    const { userId } = JSON.parse(event.newValue) as SessionSignal;
    onSignal({ userId });
  };
  window.addEventListener("storage", read);
  return () => window.removeEventListener("storage", read);
}

/** The code of the server's 401 when support acted as a customer and may no longer. */
export const SUPPORT_OVER = "impersonation_over";

let ended = false;
let ofSupport = false;
const { notify, subscribe } = createListeners();

/**
 * The session ran out under a page that is in use: the page stays as it is, and a dialog asks to sign in again, or says
 * that
 * support's session in a customer's place is over.
 */
export function setSessionEnded(value: boolean, support = false): void {
  ended = value;
  ofSupport = value && support;
  notify();
}

const read = () => ended;

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, read, read);
}

const readSupport = () => ofSupport;

/** Whether what ended was support's session in a customer's place. */
export function useSupportOver(): boolean {
  return useSyncExternalStore(subscribe, readSupport, readSupport);
}
