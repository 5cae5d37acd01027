import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { countedKey, uploadsQuery, type Upload } from "./api";

const POLL_MS = 1_500;
const ARRIVING_POLL_MS = 10_000;
const underWay = ({ status }: Upload) => status === "queued" || status === "reading";

/**
 * The logs that were sent, newest first. While one is read, or arrives from another tab, they are asked for again; when
 * one is done, so are counts. `sends` tells which logs this screen sends itself.
 */
export function useUploads(brandId: string, sends: (id: string) => boolean) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    ...uploadsQuery(brandId),
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap(({ data }) => data) ?? [];
      if (rows.some(underWay)) return POLL_MS;
      return rows.some(({ id, status }) => status === "receiving" && !sends(id)) ? ARRIVING_POLL_MS : false;
    },
  });
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const done = rows?.filter(({ status }) => status === "done").length;
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (done === undefined) return;
    if (before.current !== undefined && done > before.current)
      void client.invalidateQueries({ queryKey: countedKey(brandId) });
    before.current = done;
  }, [brandId, client, done]);
  return { ...list, rows };
}

export type Uploads = ReturnType<typeof useUploads>;
