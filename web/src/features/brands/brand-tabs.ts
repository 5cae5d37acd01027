import { brands as words } from "@/lib/messages/sections";

import type { Search } from "./api";

/**
 * The tabs of My Brands; which brands each holds is the server's word. A brand without a score is neither high nor low.
 */
export const brandTabs = [
  { value: "all", label: words.all, empty: words.none },
  { value: "recent", label: words.recent, empty: words.noRecent },
  { value: "high", label: words.high, empty: words.noHigh },
  { value: "low", label: words.low, empty: words.noLow },
] as const;

/** The list's part of a query string; what is standard is left out. */
export function searchOf(tab: string, q: string, sort: string): Search {
  const search: Search = {};
  if (tab !== "all" && brandTabs.some(({ value }) => value === tab)) search["filter[view]"] = tab;
  if (q) search.q = q;
  if (sort in words.sorts && sort !== "-createdAt") search.sort = sort;
  return search;
}
