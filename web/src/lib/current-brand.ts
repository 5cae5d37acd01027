import { useCallback } from "react";
import { useSearchParams } from "react-router";

import { useAuth } from "@/lib/auth";

const COOKIE = "presence_brand";

function rememberedBrand(): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`));
  return found ? decodeURIComponent(found.slice(COOKIE.length + 1)) : null;
}

/** The brand in view: the address first, then the last choice on this browser, then the primary brand. Null before set-up. */
export function useCurrentBrandId(): string | null {
  const [params] = useSearchParams();
  const { businessInfo } = useAuth();
  return params.get("brand") ?? rememberedBrand() ?? businessInfo?.primaryBrandId ?? null;
}

/** Puts a brand in view: written to the address and remembered, the page and its other parameters kept. */
export function useSwitchBrand(): (brandId: string) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (brandId: string) => {
      document.cookie = `${COOKIE}=${encodeURIComponent(brandId)}; Path=/; Max-Age=31536000; SameSite=Lax`;
      setParams((params) => {
        const next = new URLSearchParams(params);
        next.set("brand", brandId);
        return next;
      });
    },
    [setParams],
  );
}

/** A brand of another account must not survive a change of user. */
export function forgetBrand(): void {
  document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
}
