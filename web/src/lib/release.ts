const KEY = "presence.reloaded";
const PAUSE_MS = 60_000;

/**
 * A part of the page that is gone while the server answers means that a newer release is served: the page is
 * loaded anew, once in a while, so that a part that is really missing does not reload for ever.
 */
export function watchRelease(): void {
  window.addEventListener("vite:preloadError", () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  try {
    const before = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - before < PAUSE_MS || !(await fetch("/healthz", { cache: "no-store" })).ok) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  } catch {
    // No connection, or no storage to remember the reload in: whoever asked for the part says that it is missing.
  }
}
