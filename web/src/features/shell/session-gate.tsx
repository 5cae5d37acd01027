import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { lazyPart, type PartProps } from "@/components/ui/lazy-part";
import { useSessionEnded, useSupportOver } from "@/lib/session-signal";

const SessionDialog = lazyPart<PartProps>(async () => (await import("./session-dialog")).SessionDialog);
const SupportOverDialog = lazyPart<PartProps>(
  async () => (await import("@/features/support/support-over")).SupportOverDialog,
);
const stay = () => undefined;

/**
 * Asks to sign in again over the page when the session has ended, and lets what failed meanwhile try again afterwards.
 */
export function SessionGate() {
  const client = useQueryClient();
  const ended = useSessionEnded();
  const supportOver = useSupportOver();
  const was = useRef(ended);
  useEffect(() => {
    if (was.current && !ended)
      void client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
    was.current = ended;
  }, [client, ended]);
  if (supportOver) return <SupportOverDialog onClose={stay} />;
  return ended ? <SessionDialog onClose={stay} /> : null;
}
