import { useContext, useEffect, useMemo, type ReactNode } from "react";
import {
  parsePath,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_NavigationContext as NavigationContext,
  type Path,
  type To,
} from "react-router";

import { paths } from "@/lib/paths";

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

/** The target with the brand, where it leads to a section of one brand and names none itself. */
function withBrand(to: To, from: Path, brand: string): To {
  const parts = typeof to === "string" ? parsePath(to) : to;
  const params = new URLSearchParams(parts.search);
  if (params.has("brand") || !OF_A_BRAND.includes((parts.pathname || from.pathname).replace(/\/+$/, ""))) return to;
  params.set("brand", brand);
  return { ...parts, search: `?${params.toString()}` };
}

/**
 * Has every link, redirect and change of parameters below name the brand in view, and completes an address that was
 * typed or
 * kept without it: whoever copies the address at any moment passes on this brand, not the one their reader looked at
 * last. Here
 * rather than at each link, because one that forgot would name no brand and nobody would see it. Null where there is
 * none to
 * be told from another.
 */
export function NamedBrand({ brand, children }: { brand: string | null; children: ReactNode }) {
  const data = useContext(DataRouterContext)!;
  const navigation = useContext(NavigationContext);
  useCompleted(brand);
  const named = useMemo(() => {
    if (!brand) return { data, navigation };
    const { router } = data;
    const { navigator } = navigation;
    const target = (to: To) => withBrand(to, router.state.location, brand);
    const go = router.navigate as (to: To | number | null, options?: object) => Promise<void>;
    const navigate = (to: To | number | null, options?: object) =>
      go(typeof to === "number" || to === null ? to : target(to), options);
    return {
      data: { ...data, router: Object.create(router, { navigate: { value: navigate } }) as typeof router },
      navigation: {
        ...navigation,
        navigator: { ...navigator, createHref: (to: To) => navigator.createHref(target(to)) },
      },
    };
  }, [brand, data, navigation]);
  return (
    <DataRouterContext.Provider value={named.data}>
      <NavigationContext.Provider value={named.navigation}>{children}</NavigationContext.Provider>
    </DataRouterContext.Provider>
  );
}

/** After what the page itself does with its address; one that is being left is completed when the next has arrived. */
function useCompleted(brand: string | null): void {
  const { router } = useContext(DataRouterContext)!;
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
