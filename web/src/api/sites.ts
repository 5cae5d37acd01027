import { queryOptions } from "@tanstack/react-query";

import { withScheme } from "@/lib/website";

import { get, postedKeyOf, send } from "./client";
import type { SiteCheckOut } from "./generated";

export type SiteCheck = SiteCheckOut;

const POLL_MS = 700;
/** A site that stays silent is tried at four addresses. */
const TIMEOUT_MS = 40_000;

export const siteQuery = (url: string) =>
  queryOptions({
    queryKey: postedKeyOf("/api/v1/sites/check", { body: { url } }),
    queryFn: ({ signal }) => checkSite(url, signal),
  });

/** Asks the server to look at a site and waits for its word; null when it stays silent. */
export async function checkSite(url: string, signal: AbortSignal): Promise<SiteCheck | null> {
  const { id } = await send("POST", "/api/v1/sites/check", { body: { url: withScheme(url) }, signal });
  const until = Date.now() + TIMEOUT_MS;
  while (Date.now() < until) {
    const check = await get("/api/v1/sites/check/{check_id}", { path: { check_id: id }, signal });
    if (check.status === "done") return check;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
  return null;
}
