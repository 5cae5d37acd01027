import { useQuery } from "@tanstack/react-query";

import { query } from "./client";
import { everyOf } from "./keys";

/** Limits of the server's plan table that a screen may ask about. */
export type FeatureKey =
  | "analysis.weekly"
  | "websites.max"
  | "brands.max"
  | "materials.max"
  | "recommendations.all"
  | "analytics.full"
  | "gaps.content"
  | "gaps.technical"
  | "trends.full"
  | "traffic.full"
  | "team.seats"
  | "prompts.max"
  | "competitors.max"
  | "reports.monthly";

/** Every answer about a feature has a key that starts like this. */
export const accessRoot = everyOf("/api/subscriptions/can-access/{feature}");

export const accessQuery = (feature: FeatureKey) =>
  query("/api/subscriptions/can-access/{feature}", { path: { feature } });

/**
 * Whether the workspace may use a feature; undefined while unknown, also after the question failed: nobody is sent to
 * the plans on that.
 * A screen that shows nothing before it knows asks with `accessQuery`, which tells the error. The server decides, this
 * only mirrors it.
 */
export function useFeatureAccess(feature: FeatureKey, enabled = true): boolean | undefined {
  return useQuery({ ...accessQuery(feature), enabled }).data?.canAccess;
}
