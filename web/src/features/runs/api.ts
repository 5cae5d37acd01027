import { queryOptions } from "@tanstack/react-query";

import { postedQuery, query, send } from "@/api/client";
import type { EstimateOut, RunIn, RunOut, StageOut } from "@/api/generated";

export type Run = RunOut;
export type StageState = StageOut["state"];
export type Estimate = EstimateOut;

export const runQuery = (runId: string) => query("/api/v1/runs/{run_id}", { path: { run_id: runId } });

/** Whether a run still waits or works. */
export const isActive = ({ status }: Pick<Run, "status">) => status === "queued" || status === "running";

/** A run that the budget still covers, as it is started. */
export type SmallerRun = EstimateOut["smaller"][number];
export const startRun = (brandId: string, smaller?: SmallerRun) =>
  send("POST", "/api/v1/brands/{brand_id}/runs", {
    path: { brand_id: brandId },
    body: smaller ? orderOf(smaller) : { kind: "full" },
  });
const orderOf = ({ kind, questions, engines }: SmallerRun): RunIn => ({
  kind: kind === "imported" ? "full" : kind,
  questions,
  engines,
});
export const cancelRun = (runId: string) => send("POST", "/api/v1/runs/{run_id}/cancel", { path: { run_id: runId } });
export const retryFailed = (runId: string) =>
  send("POST", "/api/v1/runs/{run_id}/retry-failed", { path: { run_id: runId } });

export const estimateQuery = (brandId: string, detectPoints?: number) =>
  queryOptions({
    ...postedQuery("/api/v1/brands/{brand_id}/runs/estimate", {
      path: { brand_id: brandId },
      body: { kind: "full", detectPoints },
    }),
    gcTime: 0,
    staleTime: 0,
  });
