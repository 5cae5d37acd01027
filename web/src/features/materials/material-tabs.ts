import type { BrandRow } from "@/api/brands";
import { materials as words } from "@/lib/messages/materials";

import type { MaterialCounts } from "./api";

import type { Search } from "./api";

export type MaterialTab = {
  value: "all" | "recent" | "website" | "document";
  label: string;
  count: number;
  empty: string;
};

/** All, Recent, and one tab per type that is there; with neither type, Documents for a brand without a website. */
export function tabsFor(counts: MaterialCounts, source: BrandRow["source"]): [MaterialTab, ...MaterialTab[]] {
  const websites = counts.website > 0 || source === "website";
  const documents = counts.document > 0 || !websites;
  return [
    { value: "all", label: words.all, count: counts.all, empty: words.filteredEmpty },
    { value: "recent", label: words.recent, count: counts.recent, empty: words.noRecent },
    ...(websites
      ? [{ value: "website" as const, label: words.websites, count: counts.website, empty: words.noWebsites }]
      : []),
    ...(documents
      ? [{ value: "document" as const, label: words.documents, count: counts.document, empty: words.noDocuments }]
      : []),
  ];
}

/** The list's part of a query string; what is standard is left out. */
export function searchOf(tab: string, q: string, sort: string): Search {
  const search: Search = {};
  if (["recent", "website", "document"].includes(tab)) search["filter[view]"] = tab;
  if (q) search.q = q;
  if (Object.hasOwn(words.sorts, sort) && sort !== "-createdAt") search.sort = sort;
  return search;
}
