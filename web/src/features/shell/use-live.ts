import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { invalidate, outdatedBy } from "@/api/live";
import { listenToEvents } from "@/lib/live-events";
import { useSessionEnded } from "@/lib/session-signal";
import { useFollowedWorkspace } from "@/lib/use-membership";

/**
 * Everything on the page stays fresh: what an event makes out of date is asked for again. There are events once there
 * is a workspace, for whoever reads its results.
 */
export function useLive(): void {
  const client = useQueryClient();
  const ended = useSessionEnded();
  const workspaceId = useFollowedWorkspace();
  useEffect(() => {
    if (ended || !workspaceId) return;
    return listenToEvents((message) => {
      const keys = outdatedBy(message);
      if (keys.length) invalidate(client, keys);
    });
  }, [client, ended, workspaceId]);
}
