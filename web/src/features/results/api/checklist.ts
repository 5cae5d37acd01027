import { queryOptions } from "@tanstack/react-query";

import { query } from "@/api/client";
import type { FirstStepsOut } from "@/api/generated";
import { brandKey } from "@/api/live";

/** What is done; `seats` is how many the plan has, null without a limit. */
export type Steps = FirstStepsOut;
export type Step = keyof Steps["done"];

/** The first steps as the workspace stands, read anew whenever the dashboard is opened. */
export const stepsQuery = (brandId: string) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/first-steps", { path: { brand_id: brandId }, below: brandKey(brandId) }),
    refetchOnMount: "always",
  });
