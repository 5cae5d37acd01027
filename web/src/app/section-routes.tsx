import type { RouteObject } from "react-router";

/**
 * The sections inside the shell (signed-in) and the public section screens. One line each:
 * `{ path: paths.analytics, handle: { title: "Analytics" }, lazy: async () => ({ Component: (await import("@/features/…")).Screen }) }`.
 * `handle.title` is the header's h1 and the first part of the document's title.
 */
export const sectionRoutes: RouteObject[] = [];

export const publicSectionRoutes: RouteObject[] = [];
