import { queryOptions } from "@tanstack/react-query";

import { titles } from "@/lib/messages/titles";
import { paths } from "@/lib/paths";
import { v1Get, v1Send } from "@/lib/http";

import type { SavedViewChangeIn, SavedViewIn, SavedViewOut, SavedViewsOut } from "./generated";
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

export const viewsKey = (brandId: string) => [...brandKey(brandId), "views"] as const;

/**
 * The workspace's views of a brand and one's own, by name; read anew wherever they are looked at, for others keep views
 * too.
 */
export const viewsQuery = (brandId: string) =>
  queryOptions({
    queryKey: viewsKey(brandId),
    queryFn: ({ signal }) => v1Get<SavedViewsOut>(`/brands/${brandId}/views`, { signal }),
    refetchOnMount: "always",
  });

export const keepView = (brandId: string, view: ViewDraft) =>
  v1Send<SavedView>("POST", `/brands/${brandId}/views`, view);
export const changeView = (id: string, change: ViewChange) => v1Send<SavedView>("PATCH", `/views/${id}`, change);
export const removeView = (id: string) => v1Send<unknown>("DELETE", `/views/${id}`);
export const restoreView = (id: string) => v1Send<SavedView>("POST", `/views/${id}/restore`);

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
