import { useEffect, useRef, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";

import type { FeatureKey } from "@/api/access";
import { useAuth } from "@/lib/auth";
import { common } from "@/lib/messages/common";

/** What a route may declare about itself. */
export type RouteHandle = {
  /** A function where one screen has several titles. */
  title: string | ((pathname: string) => string);
  /** What the section asks the plan for before it shows anything. */
  asks?: FeatureKey;
};

/**
 * What the frame's outlet hands down: how a section tells the brand in view. Null: the business stands for it; empty:
 * not known yet.
 */
export type NameBrand = (name: string | null) => void;

/** Title "{page} · {brand} · {product}"; after a navigation focus goes to the page's h1. */
export function RouteFrame() {
  const { businessInfo } = useAuth();
  const { pathname } = useLocation();
  const title = useRouteTitle();
  const arrivedAt = useRef(pathname);
  const [named, nameBrand] = useState<string | null>(null);
  const brand = named ?? businessInfo?.businessName;

  useEffect(() => {
    document.title = [title, brand, common.product].filter(Boolean).join(" · ");
  }, [title, brand]);

  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    const heading = document.querySelector<HTMLElement>("h1");
    if (!heading || document.querySelector("[role=dialog]")) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <ScrollRestoration />
      <Outlet context={nameBrand satisfies NameBrand} />
    </>
  );
}

/** The title of the innermost matched route that declares one. */
export function useRouteTitle(): string | null {
  const titled = useMatches().findLast((match) => (match.handle as RouteHandle | undefined)?.title);
  const title = (titled?.handle as RouteHandle | undefined)?.title;
  return (typeof title === "function" ? title(titled?.pathname ?? "") : title) ?? null;
}

/** What the innermost section asks the plan for, if it asks. */
export function useRequiredFeature(): FeatureKey | undefined {
  return (useMatches().at(-1)?.handle as RouteHandle | undefined)?.asks;
}
