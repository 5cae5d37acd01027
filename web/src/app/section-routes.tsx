import type { RouteObject } from "react-router";

import { lazyWithRetry } from "@/lib/lazy-with-retry";
import { titles } from "@/lib/messages/titles";
import { paths } from "@/lib/paths";

import { withWhatIf } from "./with-what-if";

/** What the unlocked screen shows comes along: most who open it may, and asking first would cost a round trip. */
async function analytics() {
  void import("@/features/analytics/analytics-tabs").catch(() => undefined);
  return { Component: (await import("./analytics-route")).AnalyticsRoute };
}

/** What it leads with comes along, beside what the first load is limited to. */
async function dashboard() {
  void import("@/features/results/lead").catch(() => undefined);
  void import("@/features/findings/do-next").catch(() => undefined);
  return { Component: (await import("./dashboard-route")).DashboardRoute };
}

/**
 * The sections inside the shell (signed-in) and the public section screens. One line each;
 * `handle.title` is the header's h1 and the first part of the document's title.
 */
export const sectionRoutes: RouteObject[] = [
  {
    path: paths.dashboard,
    handle: { title: titles.dashboard },
    lazy: lazyWithRetry(dashboard),
  },
  {
    path: paths.recommendations,
    handle: { title: titles.recommendations },
    lazy: lazyWithRetry(async () => ({
      Component: withWhatIf((await import("@/features/findings/recommendations-screen")).RecommendationsScreen),
    })),
  },
  {
    path: paths.experiments,
    handle: { title: titles.experiments },
    lazy: lazyWithRetry(async () => ({
      Component: (await import("@/features/experiments/controlled-screen")).ControlledScreen,
    })),
  },
  {
    path: paths.questions,
    handle: { title: titles.questions },
    lazy: lazyWithRetry(async () => ({ Component: (await import("./questions-route")).QuestionsRoute })),
  },
  {
    path: paths.gaps,
    handle: { title: titles.gaps },
    lazy: lazyWithRetry(async () => ({
      Component: (await import("@/features/findings/gaps-overview-screen")).GapsOverviewScreen,
    })),
  },
  {
    path: paths.contentGaps,
    handle: { title: titles.contentGaps },
    lazy: lazyWithRetry(async () => ({
      Component: withWhatIf((await import("@/features/findings/content-gaps-screen")).ContentGapsScreen),
    })),
  },
  {
    path: paths.technicalGaps,
    handle: { title: titles.technicalGaps },
    lazy: lazyWithRetry(async () => ({
      Component: (await import("@/features/findings/technical-gaps-screen")).TechnicalGapsScreen,
    })),
  },
  {
    path: paths.homepage,
    handle: { title: titles.dashboard },
    lazy: lazyWithRetry(async () => ({ Component: withWhatIf((await import("./homepage-route")).HomepageRoute) })),
  },
  {
    path: paths.analytics,
    handle: { title: titles.analytics, asks: "analytics.full" },
    lazy: lazyWithRetry(analytics),
  },
  {
    path: paths.traffic,
    handle: { title: titles.traffic },
    lazy: lazyWithRetry(async () => ({ Component: (await import("@/features/traffic/traffic-screen")).TrafficScreen })),
  },
  {
    path: paths.trends,
    handle: { title: titles.trends },
    lazy: lazyWithRetry(async () => ({ Component: (await import("./trends-route")).TrendsRoute })),
  },
  {
    path: paths.materials,
    handle: { title: titles.materials },
    lazy: lazyWithRetry(async () => ({
      Component: withWhatIf((await import("@/features/materials/materials-screen")).MaterialsScreen),
    })),
  },
  {
    path: paths.addMaterial,
    handle: { title: titles.materials },
    lazy: lazyWithRetry(async () => ({
      Component: (await import("@/features/materials/add-material-screen")).AddMaterialScreen,
    })),
  },
  {
    path: paths.brands,
    handle: { title: titles.brands },
    lazy: lazyWithRetry(async () => ({ Component: (await import("@/features/brands/brands-screen")).BrandsScreen })),
  },
  {
    path: paths.addBrand,
    handle: { title: titles.brands },
    lazy: lazyWithRetry(async () => ({
      Component: (await import("@/features/brands/add-brand-screen")).AddBrandScreen,
    })),
  },
  {
    // Users and Subscription, below, have screens of their own; the rest is one screen with a part for each address.
    path: `${paths.settings}/*`,
    lazy: lazyWithRetry(() => import("./settings-route")),
  },
  {
    path: paths.users,
    handle: { title: titles.settingsUsers },
    lazy: lazyWithRetry(async () => ({ Component: (await import("@/features/team/users-screen")).UsersScreen })),
  },
  {
    path: paths.subscription,
    handle: { title: titles.settingsSubscription },
    lazy: lazyWithRetry(async () => ({
      Component: (await import("@/features/billing/subscription-screen")).SubscriptionScreen,
    })),
  },
];

export const publicSectionRoutes: RouteObject[] = [
  {
    path: paths.pricing,
    handle: { title: titles.pricing },
    lazy: lazyWithRetry(async () => ({ Component: (await import("@/features/billing/pricing-screen")).PricingScreen })),
  },
  {
    path: paths.method,
    handle: { title: titles.method },
    lazy: lazyWithRetry(async () => ({
      Component: (await import("@/features/measurement/method-screen")).MethodScreen,
    })),
  },
  ...[paths.terms, paths.privacy].map((path) => ({
    path,
    handle: { title: titles.legal },
    lazy: lazyWithRetry(async () => ({ Component: (await import("@/features/auth/legal-screen")).LegalScreen })),
  })),
  {
    path: paths.share,
    handle: { title: titles.shared },
    lazy: lazyWithRetry(async () => ({ Component: (await import("@/features/share/share-screen")).ShareScreen })),
  },
];
