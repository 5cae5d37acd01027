import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { materialsKey } from "./api";

const POLL_MS = 4_000;

/** Events keep materials fresh; while one is being analyzed a slow poll helps where they cannot get through. */
export function useMaterialsPoll(brandId: string, active: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!active) return;
    const timer = window.setInterval(() => void client.invalidateQueries({ queryKey: materialsKey(brandId) }), POLL_MS);
    return () => window.clearInterval(timer);
  }, [client, brandId, active]);
}
