import type { QueryClient } from "@tanstack/react-query";

/**
 * Empties the cache once the page is left. Emptied before, the screen would draw itself anew without a user, and where
 * that leads
 * (to sign in, and back here) would overtake the way out.
 */
export function forgetWhenLeft(client: QueryClient): void {
  window.addEventListener("pagehide", () => client.clear(), { once: true });
}
