import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useLayoutEffect, type ReactNode } from "react";
import { useLocation, useOutletContext } from "react-router";

import { brandsQuery } from "@/api/brands";
import { summaryQuery } from "@/api/results";
import { SpinnerScreen } from "@/components/ui/spinner";
import { useAuth } from "@/lib/auth";
import { dropBrand, rememberBrand, useBrandInView } from "@/lib/current-brand";
import { namesNothing } from "@/lib/http";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { common } from "@/lib/messages/common";
import { NamedBrand } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import type { NameBrand } from "./route-frame";

const NotFound = lazyComponent(async () => (await import("./not-found")).NotFound);

/** Sections of the whole workspace, whatever brand their address names. */
const OF_NO_BRAND = [paths.brands, paths.settings];

/**
 * What an address names stays in view on the pages it leads to, whichever link, mail or choice named it. A brand that
 * is not in this
 * workspace is an address nobody knows; one that was only remembered makes room for the primary brand.
 */
export function BrandInView({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  const { id, source } = useBrandInView();
  const { pathname } = useLocation();
  const { name, unknown } = useBrandName(id);
  useDocumentTitle(name ?? (source === "primary" ? null : ""));
  const workspaceId = user?.currentWorkspaceId;
  const named = source === "address" && !unknown;
  useEffect(() => {
    if (named && id && workspaceId) rememberBrand(workspaceId, id);
  }, [named, id, workspaceId]);
  // Before the screen is painted: the primary brand follows without a failed screen in between.
  useLayoutEffect(() => {
    if (unknown && id) dropBrand(id);
  }, [unknown, id]);
  const distinguishing = useDistinguishingName(id);
  if (!unknown || source !== "address" || OF_NO_BRAND.some((path) => pathname.startsWith(path)))
    return <NamedBrand brand={distinguishing}>{children}</NamedBrand>;
  return (
    <Suspense fallback={<SpinnerScreen label={common.loading} />}>
      <NotFound />
    </Suspense>
  );
}

/**
 * By the answer the frame asks for anyway: what the brand is called, or that there is no such brand here, or no brand's
 * id at all.
 */
function useBrandName(id: string | null): { name: string | null; unknown: boolean } {
  const { businessInfo } = useAuth();
  const { data, error } = useQuery({
    ...summaryQuery(id ?? ""),
    enabled: Boolean(id && businessInfo?.wizardCompleted),
  });
  return { name: data?.brand.name ?? null, unknown: data === undefined && namesNothing(error) };
}

/** The brand, where the workspace has others it could be taken for. */
function useDistinguishingName(id: string | null): string | null {
  const { businessInfo } = useAuth();
  const brands = useQuery({ ...brandsQuery, enabled: Boolean(id && businessInfo?.wizardCompleted) }).data?.data;
  return brands && brands.length > 1 && brands.some((brand) => brand.id === id) ? id : null;
}

/** The document's title names the brand in view until these sections are left. */
function useDocumentTitle(name: string | null): void {
  const nameBrand = useOutletContext<NameBrand | undefined>();
  useEffect(() => {
    nameBrand?.(name);
    return () => nameBrand?.(null);
  }, [nameBrand, name]);
}
