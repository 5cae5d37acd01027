import type { SiteCheckOut, SiteCheckStarted } from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";
import { withScheme } from "@/lib/website";

export type SiteCheck = SiteCheckOut;

const POLL_MS = 700;
const PATIENCE_MS = 20_000;

/** Asks the server to look at a site and waits for its word; null when it stays silent. */
export async function checkSite(url: string, signal: AbortSignal): Promise<SiteCheck | null> {
  const { id } = await v1Send<SiteCheckStarted>("POST", "/sites/check", { url: withScheme(url) }, { signal });
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const check = await v1Get<SiteCheck>(`/sites/check/${encodeURIComponent(id)}`, { signal });
    if (check.status === "done") return check;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
  return null;
}
