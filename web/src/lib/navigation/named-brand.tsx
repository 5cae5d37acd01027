import { useCallback, useEffect, type ReactNode } from "react";
import { parsePath, type Path, type To } from "react-router";

import { paths } from "../paths";
import { useRouter, type Router } from "./app-router";
import { CompletedContext } from "./target";

/** Sections that show one brand. */
const OF_A_BRAND: readonly string[] = [
  paths.dashboard,
  paths.recommendations,
  paths.questions,
  paths.analytics,
  paths.traffic,
  paths.gaps,
  paths.contentGaps,
  paths.technicalGaps,
  paths.homepage,
  paths.materials,
  paths.addMaterial,
  paths.trends,
  paths.experiments,
];

/** The target with the brand, where it leads to a section of one brand and names none itself. */
function withBrand(to: To, from: Path, brand: string): To {
  const parts = typeof to === "string" ? parsePath(to) : to;
  const params = new URLSearchParams(parts.search);
  if (params.has("brand") || !OF_A_BRAND.includes((parts.pathname || from.pathname).replace(/\/+$/, ""))) return to;
  params.set("brand", brand);
  return { ...parts, search: `?${params.toString()}` };
}

/**
 * Every link, redirect and change of parameters below names the brand in view, and an address that was typed or kept
 * without it is completed: whoever copies the address at any moment passes on this brand, not the one their reader
 * looked at last. Null where there is none to be told from another.
 */
export function NamedBrand({ brand, children }: { brand: string | null; children: ReactNode }) {
  const router = useRouter();
  useCompletedAddress(router, brand);
  const completed = useCallback(
    (to: To) => (brand ? withBrand(to, router.state.location, brand) : to),
    [brand, router],
  );
  return <CompletedContext value={completed}>{children}</CompletedContext>;
}

/** After what the page itself does with its address; one that is being left is completed when the next has arrived. */
function useCompletedAddress(router: Router, brand: string | null): void {
  useEffect(() => {
    if (!brand) return;
    let gone = false;
    const complete = () => {
      const { pathname, search, hash, state } = router.state.location;
      const named = withBrand({ pathname, search, hash }, router.state.location, brand) as Path;
      if (!gone && router.state.navigation.state === "idle" && named.search !== search)
        void router.navigate(named, { replace: true, state: state as unknown, preventScrollReset: true });
    };
    const soon = () => void setTimeout(complete);
    soon();
    const stop = router.subscribe(soon);
    return () => {
      gone = true;
      stop();
    };
  }, [brand, router]);
}
