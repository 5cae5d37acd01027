import { createBrowserRouter, type RouteObject } from "react-router";

import { SpinnerScreen } from "@/components/ui/spinner";
import { app } from "@/lib/messages/app";
import { common } from "@/lib/messages/common";
import { Navigate } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { lazyWithRetry } from "@/lib/lazy-with-retry";

import { RouteCrash } from "./crash-boundary";
import { RouteFrame } from "./route-frame";
import { publicSectionRoutes, sectionRoutes } from "./section-routes";

/** The component gallery is no part of what is built. */
const workshop: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: "/dev/gallery",
        handle: { title: "Gallery" },
        lazy: lazyWithRetry(async () => ({ Component: (await import("./gallery/gallery-screen")).GalleryScreen })),
      },
    ]
  : [];

/** Everything below the frame is fetched when it is first visited. */
export const routes: RouteObject[] = [
  {
    element: <RouteFrame />,
    errorElement: <RouteCrash />,
    hydrateFallbackElement: <SpinnerScreen label={common.loading} />,
    children: [
      { path: paths.root, element: <Navigate to={paths.dashboard} replace /> },
      {
        path: paths.auth,
        handle: { title: "Sign in" },
        lazy: lazyWithRetry(async () => ({ Component: (await import("@/features/auth/auth-screen")).AuthScreen })),
      },
      {
        path: paths.onboarding,
        handle: { title: "Set up your brand" },
        lazy: lazyWithRetry(async () => ({
          Component: (await import("@/features/onboarding/onboarding-screen")).OnboardingScreen,
        })),
      },
      ...publicSectionRoutes,
      ...workshop,
      {
        lazy: lazyWithRetry(async () => ({ Component: (await import("./shell-route")).ShellRoute })),
        children: [{ errorElement: <RouteCrash />, children: sectionRoutes }],
      },
      {
        path: "*",
        handle: { title: app.notFoundHeading },
        lazy: lazyWithRetry(async () => ({ Component: (await import("./not-found")).NotFound })),
      },
    ],
  },
];

export function createAppRouter() {
  return createBrowserRouter(routes);
}
