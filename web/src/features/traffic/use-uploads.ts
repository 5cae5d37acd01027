import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { countedKey, uploadsQuery, type Upload } from "./api";

const POLL_MS = 1_500;
const underWay = ({ status }: Upload) => status === "queued" || status === "reading";

/** The logs that were sent, newest first. While one is read they are asked for again; when it is done, so are counts. */
export function useUploads(brandId: string) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    ...uploadsQuery(brandId),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(underWay)) ? POLL_MS : false),
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
