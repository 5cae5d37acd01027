import { useQueryClient, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect } from "react";

import { invalidate, outdatedBy } from "@/api/live";
import { listenToEvents } from "@/lib/live-events";
import { useFollowedWorkspace } from "@/lib/use-membership";

import { RESULT_KEY } from "./api";

/** Timestamps in storage: whoever writes one makes every other tab ask for the subscription again. */
const UPDATED = "presence.subscription.updated";
const COMPLETED = "presence.checkout.completed";

/** The plan changed here: this tab asks again, and the others are told. */
export function announceSubscription(client: QueryClient, what: "updated" | "completed" = "updated"): void {
  askAgain(client);
  try {
    localStorage.setItem(what === "completed" ? COMPLETED : UPDATED, String(Date.now()));
  } catch {
    // Storage may be blocked; the other tabs then hear of it from the event stream.
  }
}

/** Follows what other tabs store. */
export function useSubscriptionSignal(): void {
  const client = useQueryClient();
  useEffect(() => {
    const read = ({ key, newValue }: StorageEvent) => {
      if ((key === UPDATED || key === COMPLETED) && newValue) askAgain(client);
    };
    window.addEventListener("storage", read);
    return () => window.removeEventListener("storage", read);
  }, [client]);
}

/** Outside the shell, which follows all events for its pages: a changed plan reaches the price list too. */
export function usePlanEvents(enabled: boolean): void {
  const client = useQueryClient();
  const followed = useFollowedWorkspace() !== null;
  useEffect(() => {
    if (!enabled || !followed) return;
    return listenToEvents(({ name }) => {
      if (name === "subscription.updated" || name === "reconnected") askAgain(client, RESULT_KEY);
    });
  }, [client, enabled, followed]);
}

function askAgain(client: QueryClient, ...more: QueryKey[]): void {
  invalidate(client, [...outdatedBy({ name: "subscription.updated", data: {} }), ...more]);
}
