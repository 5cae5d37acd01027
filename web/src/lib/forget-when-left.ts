import type { QueryClient } from "@tanstack/react-query";

/** What this tab keeps of somebody over a reload. An invitation is not among it: it waits for whoever signs in next. */
const KEPT_IN_THIS_TAB = ["presence.materialDraft", "presence.reports"];

/**
 * Empties the cache, and what this tab kept, once the page is left. Emptied before, the screen would draw itself anew
 * without a user, and where that leads (to sign in, and back here) would overtake the way out.
 */
export function forgetWhenLeft(client: QueryClient): void {
  const forget = () => {
    client.clear();
    try {
      for (const key of KEPT_IN_THIS_TAB) sessionStorage.removeItem(key);
    } catch {
      // Storage may be blocked; nothing was kept then.
    }
  };
  window.addEventListener("pagehide", forget, { once: true });
}
