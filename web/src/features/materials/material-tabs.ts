import type { BrandRow } from "@/api/brands";
import { materials as words } from "@/lib/messages/materials";

import type { MaterialCounts } from "./api";

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
export function searchOf(tab: string, q: string, sort: string): string {
  const params = new URLSearchParams();
  if (["recent", "website", "document"].includes(tab)) params.set("filter[view]", tab);
  if (q) params.set("q", q);
  if (Object.hasOwn(words.sorts, sort) && sort !== "-createdAt") params.set("sort", sort);
  const text = params.toString();
  return text ? `&${text}` : "";
}
