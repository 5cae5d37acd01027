import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";

import { ApiError, textOf } from "@/lib/http";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";

import { addSource, beginUpload, readUpload, sendPart, uploadsKey, type Upload } from "./api";

/** Where a file goes: a source, or the first one, which is made for it. */
export type Begun = { file: File; sourceId: string | null };
type State = { bytes: number; error: string | null };

const WAITS_MS = [1_000, 3_000, 9_000];
const NOT_NOW = new Set([0, 429, 502, 503, 504]);

/**
 * Sends logs in parts, each again when it did not arrive; what arrived stays on the server, so that sending a file can
 * be resumed with the same file. Leaving the screen pauses it.
 */
export function useSending(brandId: string, onBegun: () => void) {
  const client = useQueryClient();
  const [states, setStates] = useState<Record<string, State>>({});
  const running = useRef(new Map<string, AbortController>());
  const gone = useRef(false);
  useEffect(() => {
    const mine = running.current;
    gone.current = false;
    return () => {
      gone.current = true;
      mine.forEach((each) => each.abort());
    };
  }, []);
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: uploadsKey(brandId) }), [brandId, client]);
  const set = (id: string, state: State | null) =>
    setStates(({ [id]: _, ...others }) => (state ? { ...others, [id]: state } : others));

  const run = async (upload: Upload, file: File) => {
    const { id } = upload;
    if (gone.current || running.current.has(id)) return;
    const stop = new AbortController();
    running.current.set(id, stop);
    try {
      const { missingParts, partBytes, receivedBytes } = await readUpload(brandId, id);
      let arrived = receivedBytes;
      set(id, { bytes: arrived, error: null });
      for (const number of missingParts) {
        const part = file.slice(number * partBytes, (number + 1) * partBytes);
        await repeated(stop.signal, () =>
          sendPart(brandId, id, number, part, {
            signal: stop.signal,
            onProgress: (share) => set(id, { bytes: arrived + share * part.size, error: null }),
          }),
        );
        arrived += part.size;
        if (number === 0) void refresh(); // its first lines can be looked at
      }
      await refresh();
      set(id, null);
    } catch (error) {
      await refresh();
      set(id, stop.signal.aborted ? null : { bytes: 0, error: textOf(error) });
    } finally {
      running.current.delete(id);
    }
  };

  const start = useMutation({
    mutationFn: async ({ file, sourceId }: Begun) => {
      const source = sourceId ?? (await addSource(brandId, { name: words.firstSource, kind: "upload" })).source.id;
      return beginUpload(brandId, source, { name: file.name, size: file.size });
    },
    onSuccess: async (upload, { file }) => {
      if (gone.current) {
        void refresh();
        return;
      }
      set(upload.id, { bytes: 0, error: null });
      onBegun();
      await refresh();
      void run(upload, file);
    },
    onError: refresh,
  });

  return {
    start,
    /** Bytes that have left, and what went wrong, of the logs this screen sends. */
    states,
    /** Whether this screen sends a log at the moment. */
    sends: (id: string) => Boolean(states[id] && !states[id].error),
    resume: (upload: Upload, file: File) => void run(upload, file),
    stop: (id: string) => running.current.get(id)?.abort(),
  };
}

export type Sending = ReturnType<typeof useSending>;

/** Again after a while, where the server did not answer or asked to wait. */
async function repeated<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || !NOT_NOW.has(error.status)) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfter ? 1_000 * error.retryAfter : wait));
      signal.throwIfAborted();
    }
  }
  return call();
}
