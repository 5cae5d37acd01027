import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { listenToEvents } from "@/lib/live-events";

import { materialsKey } from "./api";

const POLL_MS = 4_000;
const TOLD: ReadonlySet<string> = new Set(["material.updated", "run.completed", "reconnected"]);

/** Keeps a brand's materials fresh: events first, and a slow poll while one is being analyzed in case they cannot get through. */
export function useLiveMaterials(brandId: string, active: boolean): void {
  const client = useQueryClient();
  useEffect(
    () =>
      listenToEvents(({ name }) => {
        if (TOLD.has(name)) void client.invalidateQueries({ queryKey: materialsKey(brandId) });
      }),
    [client, brandId],
  );
  useEffect(() => {
    if (!active) return;
    const timer = window.setInterval(() => void client.invalidateQueries({ queryKey: materialsKey(brandId) }), POLL_MS);
    return () => window.clearInterval(timer);
  }, [client, brandId, active]);
}
