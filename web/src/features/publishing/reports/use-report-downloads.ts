import { useEffect } from "react";

import { listenToEvents, type LiveMessage } from "@/lib/live-events";
import { useFollowedWorkspace } from "@/lib/use-membership";

import { awaitedReports } from "./awaited";

const ENDS: ReadonlySet<LiveMessage["name"]> = new Set(["report.ready", "report.failed", "reconnected"]);

/**
 * Has reports this tab asked for handed over as they get ready, also those that did while the page was loading or the
 * stream was away.
 */
export function useReportDownloads(): void {
  const workspaceId = useFollowedWorkspace();
  useEffect(() => {
    if (!workspaceId) return;
    const look = (ids: string[]) => {
      if (ids.length)
        void import("./hand-over").then(({ handOver }) => Promise.all(ids.map(handOver))).catch(() => undefined);
    };
    look(awaitedReports());
    return listenToEvents(({ name, data }) => {
      if (!ENDS.has(name)) return;
      look(name === "reconnected" ? awaitedReports() : awaitedReports().filter((id) => id === data["reportId"]));
    });
  }, [workspaceId]);
}
