import type { QueryClient, QueryKey } from "@tanstack/react-query";

import type { LiveMessage } from "@/lib/live-events";

import { accessRoot } from "./access";
import { brandsQuery } from "./brands";
import { enginesQuery } from "./engines";
import { BUSINESS_INFO_KEY, USER_KEY } from "./session";

export const MY_SUBSCRIPTION_KEY = ["/api/subscriptions/my-subscription"] as const;
export const INVOICES_KEY = ["/api/v1/subscriptions/invoices"] as const;
export const USAGE_KEY = ["/api/v1/usage"] as const;
export const NOTIFICATIONS_KEY = ["/api/v1/notifications"] as const;
export const MEMBERS_KEY = ["/api/v1/members"] as const;
export const REPORTS_KEY = ["/api/v1/reports"] as const;
export const EXPORTS_KEY = ["/api/v1/exports"] as const;
export const SHARES_KEY = ["/api/v1/share-links"] as const;

/** Everything that hangs on a brand's runs has a key below this one. */
export const brandKey = (brandId: string) => ["brand", brandId] as const;

const everyBrand: QueryKey = ["brand"];
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
    case "finding.created":
    case "finding.updated":
    case "interpretations.updated":
    case "what-if.updated":
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
