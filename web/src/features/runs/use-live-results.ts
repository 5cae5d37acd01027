import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { summaryQuery, type Summary } from "@/api/results";
import { listenToEvents, type LiveMessage } from "@/lib/live-events";

import type { Run } from "./api";

const POLL_MS = 5_000;
const PAUSE_MS = 250;

/**
 * Follows one brand's run while it is under way: events first, and a slow poll while a run is active in case they
 * cannot get through.
 */
export function useLiveResults(brandId: string | null, active: boolean): void {
  const client = useQueryClient();

  useEffect(() => {
    if (!brandId) return;
    const refresh = debounced(() => void client.invalidateQueries({ queryKey: summaryQuery(brandId).queryKey }));
    const stop = listenToEvents((message) => apply(client, brandId, message, refresh));
    return () => {
      stop();
      refresh.cancel();
    };
  }, [client, brandId]);

  useEffect(() => {
    if (!brandId || !active) return;
    const timer = window.setInterval(
      () => void client.invalidateQueries({ queryKey: summaryQuery(brandId).queryKey }),
      POLL_MS,
    );
    return () => window.clearInterval(timer);
  }, [client, brandId, active]);
}

function apply(client: QueryClient, brandId: string, { name, data }: LiveMessage, refresh: () => void): void {
  switch (name) {
    case "run.stage":
      client.setQueryData(summaryQuery(brandId).queryKey, (old) => old && withStage(old, data));
      return;
    case "run.queued":
    case "run.score":
    case "answer.completed":
      refresh();
      return;
    default:
  }
}

/** The stage counts of the active run, moved on without asking again. */
function withStage(summary: Summary, data: Record<string, unknown>): Summary {
  const run = summary.activeRun;
  if (!run || (typeof data.runId === "string" && data.runId !== run.id)) return summary;
  const { stage, done, total } = data as Pick<Run, "stage" | "done" | "total">;
  if (!stage) return summary;
  const at = run.stages.findIndex((item) => item.name === stage);
  const stages = run.stages.map((item, index) => {
    if (index === at) return { ...item, done, total, state: "running" as const };
    return index < at && item.state !== "skipped" ? { ...item, state: "done" as const } : item;
  });
  return { ...summary, activeRun: { ...run, status: "running", stage, done, total, stages } };
}

/** Many events in a burst ask once, shortly after the last of them but never later than four times the pause. */
function debounced(work: () => void): (() => void) & { cancel: () => void } {
  let timer: number | undefined;
  let since = 0;
  const call = () => {
    const now = Date.now();
    if (timer === undefined) since = now;
    else if (now - since > 4 * PAUSE_MS) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      timer = undefined;
      work();
    }, PAUSE_MS);
  };
  return Object.assign(call, { cancel: () => window.clearTimeout(timer) });
}
