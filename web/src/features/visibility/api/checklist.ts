import { queryOptions } from "@tanstack/react-query";

import type { FirstStepsOut } from "@/api/generated";
import { brandKey } from "@/api/live";
import { v1Get } from "@/lib/http";

/** What is done; `seats` is how many the plan has, null without a limit. */
export type Steps = FirstStepsOut;
export type Step = keyof Steps["done"];

/** The first steps as the workspace stands, read anew whenever the dashboard is opened. */
export const stepsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "first-steps"],
    queryFn: ({ signal }) => v1Get<Steps>(`/brands/${brandId}/first-steps`, { signal }),
    refetchOnMount: "always",
  });
