const KEY = "presence.reloaded";

/**
 * A part of the page that is gone while the server answers means that a newer release is served: the page is
 * loaded anew, once, so that a part that is really missing does not reload for ever.
 */
export function watchRelease(): void {
  window.addEventListener("vite:preloadError", (event) => void reloadOnce(event.payload.message));
}

async function reloadOnce(missing: string): Promise<void> {
  try {
    if (sessionStorage.getItem(KEY) === missing || !(await fetch("/healthz", { cache: "no-store" })).ok) return;
    sessionStorage.setItem(KEY, missing);
    window.location.reload();
  } catch {
    // No connection, or no storage to remember the reload in: whoever asked for the part says that it is missing.
  }
}
