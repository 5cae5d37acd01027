import { parsePath, type createBrowserRouter, type Path, type To } from "react-router";

import { paths } from "@/lib/paths";

type Router = ReturnType<typeof createBrowserRouter>;

/** Sections that show one brand. */
const OF_A_BRAND: readonly string[] = [
  paths.dashboard,
  paths.analytics,
  paths.gaps,
  paths.contentGaps,
  paths.technicalGaps,
  paths.homepage,
  paths.materials,
  paths.addMaterial,
  paths.trends,
];

let brand: string | null = null;
const listeners = new Set<() => void>();

/** Which brand addresses name from now on; null while none needs to be told from another. */
export function nameInAddresses(id: string | null): void {
  if (id === brand) return;
  brand = id;
  for (const listener of listeners) listener();
}

/** The target with the brand in view (the one this address names, else the one told), where it leads to a section of one brand and names none itself. */
export function withBrand(to: To, from: Path): To {
  const parts = typeof to === "string" ? parsePath(to) : to;
  const params = new URLSearchParams(parts.search);
  const inView = new URLSearchParams(from.search).get("brand") ?? brand;
  if (!inView || params.has("brand") || !OF_A_BRAND.includes((parts.pathname || from.pathname).replace(/\/+$/, ""))) return to;
  params.set("brand", inView);
  return { ...parts, search: `?${params.toString()}` };
}

/**
 * Has every link, redirect and change of parameters name the brand in view, and completes an address that was typed or kept
 * without it: whoever copies the address at any moment passes on this brand, not the one their reader looked at last. Here
 * rather than at each link, because one that forgot would name no brand and nobody would see it.
 */
export function namingBrands(router: Router): Router {
  const { navigate, createHref } = router;
  const here = () => router.state.location;
  const go = navigate as (to: To | number | null, options?: object) => Promise<void>;
  router.navigate = ((to: To | number | null, options?: object) => go(typeof to === "number" || to === null ? to : withBrand(to, here()), options)) as Router["navigate"];
  router.createHref = (location) => createHref({ ...location, ...(withBrand(location, here()) as Path) } as typeof location);

  // After what the page itself does with its address; a navigation under way is completed when it has arrived.
  const complete = () => {
    const { pathname, search, hash, state } = here();
    const named = withBrand({ pathname, search, hash }, here()) as Path;
    if (router.state.navigation.state === "idle" && named.search !== search) void go(named, { replace: true, state: state as unknown, preventScrollReset: true });
  };
  const soon = () => void setTimeout(complete);
  listeners.add(soon);
  router.subscribe(soon);
  return router;
}
