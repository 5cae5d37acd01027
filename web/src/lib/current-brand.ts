import { useCallback, useSyncExternalStore } from "react";

import { useAuth } from "@/lib/auth";
import { useReadsResults } from "@/lib/use-membership";

import { createListeners } from "./listeners";
import { useSearchParams } from "./navigation";

// Over https no other host can set it, and it is never sent in the clear.
const SECURE = window.location.protocol === "https:";
const COOKIE = SECURE ? "__Host-presence_brand" : "presence_brand";
const EVERYWHERE = `Path=/; SameSite=Lax${SECURE ? "; Secure" : ""}`;
const { notify, subscribe } = createListeners();

/** Where the brand in view is known from. */
export type BrandSource = "address" | "memory" | "primary";
export type BrandInView = { id: string | null; source: BrandSource };

function stored(): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`));
  return found ? decodeURIComponent(found.slice(COOKIE.length + 1)) : "";
}

/** A choice counts in its own workspace alone, so it is stored with it. */
const choice = (workspaceId: string, brandId: string) => `${workspaceId}.${brandId}`;

/**
 * The brand in view: the address first, then the last choice on this browser, then the primary brand. Null before
 * set-up, and for a member who sees no brand.
 */
export function useBrandInView(): BrandInView {
  const [params] = useSearchParams();
  const { user, businessInfo } = useAuth();
  const last = useSyncExternalStore(subscribe, stored);
  const reads = useReadsResults();
  const named = params.get("brand");
  if (!reads) return { id: null, source: "primary" };
  if (named) return { id: named, source: "address" };
  const mine = choice(user?.currentWorkspaceId ?? "", "");
  if (last.startsWith(mine) && last !== mine) return { id: last.slice(mine.length), source: "memory" };
  return { id: businessInfo?.primaryBrandId ?? null, source: "primary" };
}

export function useCurrentBrandId(): string | null {
  return useBrandInView().id;
}

/**
 * Puts a brand in view: written to the address, the page and its other parameters kept. The frame remembers what the
 * address names.
 */
export function useSwitchBrand(): (brandId: string) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (brandId: string) =>
      setParams((params) => {
        const next = new URLSearchParams(params);
        next.set("brand", brandId);
        return next;
      }),
    [setParams],
  );
}

/** The next pages of this workspace show the brand without naming it. */
export function rememberBrand(workspaceId: string, brandId: string): void {
  document.cookie = `${COOKIE}=${encodeURIComponent(choice(workspaceId, brandId))}; Max-Age=31536000; ${EVERYWHERE}`;
}

/** For a page that is being left: what it shows stays as it is until then. */
export function forgetBrand(): void {
  document.cookie = `${COOKIE}=; Max-Age=0; ${EVERYWHERE}`;
}

/** The brand is not there any more: where it was remembered, the primary brand takes its place at once. */
export function dropBrand(brandId: string): void {
  if (!stored().endsWith(`.${brandId}`)) return;
  forgetBrand();
  notify();
}
