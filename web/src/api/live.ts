import type { QueryClient, QueryKey } from "@tanstack/react-query";

import type { LiveMessage } from "@/lib/live-events";

import { accessRoot } from "./access";
import { brandsQuery } from "./brands";
import { enginesQuery } from "./engines";
import { everyOf, family, keyOf } from "./keys";
import { BUSINESS_INFO_KEY, USER_KEY } from "./session";

export const MY_SUBSCRIPTION_KEY = keyOf("/api/subscriptions/my-subscription");
export const INVOICES_KEY = keyOf("/api/v1/subscriptions/invoices");
export const USAGE_KEY = keyOf("/api/v1/usage");
export const NOTIFICATIONS_KEY = keyOf("/api/v1/notifications");
export const MEMBERS_KEY = keyOf("/api/v1/members");
export const REPORTS_KEY = keyOf("/api/v1/reports");
export const EXPORTS_KEY = keyOf("/api/v1/exports");
export const SHARES_KEY = keyOf("/api/v1/share-links");

/** Everything that hangs on a brand's runs has a key below this one. */
export const brandKey = (brandId: string) => keyOf("/api/v1/brands/{brand_id}", { path: { brand_id: brandId } });

/** What is drawn from a brand's answers: old together, when a question or a competitor changes. */
export const analyticsKey = (brandId: string) => family(brandKey(brandId), "analytics");

/** What the first analysis of a brand holds back until somebody confirms. */
export const confirmationKey = (brandId: string) => family(brandKey(brandId), "confirmation");

/** All that is known of a brand's materials. */
export const materialsKey = (brandId: string) => family(brandKey(brandId), "materials");

export const everyBrand = everyOf("/api/v1/brands/{brand_id}");
/** Answers that stand open; recounting a brand's answers reads them anew. */
const everyAnswer = everyOf("/api/v1/answers/{answer_id}");
const plan: QueryKey[] = [
  MY_SUBSCRIPTION_KEY,
  INVOICES_KEY,
  accessRoot,
  USER_KEY,
  BUSINESS_INFO_KEY,
  USAGE_KEY,
  enginesQuery.queryKey,
];

/**
 * The keys that a message makes out of date. What only one screen shows (stage counts, the latest answers) its own
 * feature follows.
 */
export function outdatedBy({ name, data }: LiveMessage): QueryKey[] {
  const brand: QueryKey = typeof data["brandId"] === "string" ? brandKey(data["brandId"]) : everyBrand;
  switch (name) {
    case "run.completed":
    case "run.failed":
      return [brand, brandsQuery.queryKey, USAGE_KEY];
    case "finding.updated":
    case "interpretations.updated":
      return [brand, everyAnswer];
    case "finding.created":
    case "what-if.updated":
    case "experiment.updated":
    case "material.updated":
      return [brand];
    case "subscription.updated":
      return [...plan, everyBrand, brandsQuery.queryKey, SHARES_KEY];
    case "plan.limit":
      return [accessRoot, USAGE_KEY];
    case "report.ready":
    case "report.failed":
      return [REPORTS_KEY, accessRoot];
    case "export.ready":
      return [EXPORTS_KEY];
    case "member.updated":
      return [MEMBERS_KEY, USER_KEY, accessRoot];
    case "notification.created":
      return [NOTIFICATIONS_KEY];
    case "reconnected":
      return [everyBrand, brandsQuery.queryKey, NOTIFICATIONS_KEY, MEMBERS_KEY, REPORTS_KEY, EXPORTS_KEY, ...plan];
    default:
      return [];
  }
}

/** Marks them out of date; a key whose only part is a path ending in "/" stands for every path below it. */
export function invalidate(client: QueryClient, keys: QueryKey[]): void {
  const covers = (key: QueryKey, queryKey: QueryKey) =>
    key.every((part, index) => part === queryKey[index]) || below(key, queryKey);
  void client.invalidateQueries({ predicate: ({ queryKey }) => keys.some((key) => covers(key, queryKey)) });
}

function below([root]: QueryKey, [path]: QueryKey): boolean {
  return typeof root === "string" && root.endsWith("/") && typeof path === "string" && path.startsWith(root);
}
