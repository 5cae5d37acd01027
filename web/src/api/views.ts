import { queryOptions } from "@tanstack/react-query";

import { titles } from "@/lib/messages/titles";
import { paths } from "@/lib/paths";

import { query, send } from "./client";
import type { SavedViewChangeIn, SavedViewIn, SavedViewOut } from "./generated";
import { family } from "./keys";
import { brandKey } from "./live";

export type SavedView = SavedViewOut;
export type ViewDraft = SavedViewIn;
export type ViewChange = SavedViewChangeIn;
export type ViewScreen = SavedViewOut["screen"];

export const VIEW_SCREENS: Record<ViewScreen, { path: string; title: string }> = {
  analytics: { path: paths.analytics, title: titles.analytics },
  "content-gaps": { path: paths.contentGaps, title: titles.contentGaps },
  "technical-gaps": { path: paths.technicalGaps, title: titles.technicalGaps },
  trends: { path: paths.trends, title: titles.trends },
  materials: { path: paths.materials, title: titles.materials },
};
/** Of which brand a view is and what lies open above it is not part of it. */
const NOT_KEPT = [
  "brand",
  "answer",
  "evidence",
  "finding",
  "gap",
  "number",
  "of",
  "whatif",
  "wording",
  "recommendation",
  "about",
  "run",
  "import",
  "session_id",
  "success",
];

export const viewsKey = (brandId: string) => family(brandKey(brandId), "views");

/**
 * The workspace's views of a brand and one's own, by name; read anew wherever they are looked at, for others keep views
 * too.
 */
export const viewsQuery = (brandId: string) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/views", { path: { brand_id: brandId }, below: viewsKey(brandId) }),
    refetchOnMount: "always",
  });

export const keepView = (brandId: string, view: ViewDraft) =>
  send("POST", "/api/v1/brands/{brand_id}/views", { path: { brand_id: brandId }, body: view });
export const changeView = (id: string, change: ViewChange) =>
  send("PATCH", "/api/v1/views/{view_id}", { path: { view_id: id }, body: change });
export const removeView = (id: string) => send("DELETE", "/api/v1/views/{view_id}", { path: { view_id: id } });
export const restoreView = (id: string) => send("POST", "/api/v1/views/{view_id}/restore", { path: { view_id: id } });

/** The screen at an address, if its views can be kept. */
export function screenAt(pathname: string): ViewScreen | null {
  const path = pathname.replace(/\/+$/, "");
  return (Object.keys(VIEW_SCREENS) as ViewScreen[]).find((screen) => VIEW_SCREENS[screen].path === path) ?? null;
}

/** What of an address a view holds. */
export function viewPart(params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  NOT_KEPT.forEach((name) => kept.delete(name));
  return kept.toString();
}

/** Whether two views hold the same, in whatever order. */
export function sameView(one: string, other: string): boolean {
  const sorted = (text: string) =>
    JSON.stringify([...new URLSearchParams(text)].sort(([a, x], [b, y]) => a.localeCompare(b) || x.localeCompare(y)));
  return sorted(one) === sorted(other);
}

/** Where a view opens; the brand stands in the address when it did. */
export function addressOfView({ screen, query }: Pick<SavedView, "screen" | "query">, brandId: string | null): string {
  const params = new URLSearchParams(query);
  if (brandId) params.set("brand", brandId);
  const text = params.toString();
  return VIEW_SCREENS[screen].path + (text ? `?${text}` : "");
}
