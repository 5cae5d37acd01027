import { useCallback } from "react";

import { useSearchParams } from "@/lib/navigation";

type Part = "shown" | "query" | "topic" | "demand" | "difficulty" | "q" | "answer" | "brief";
/** What narrows the list. */
const FILTERS = ["topic", "demand", "difficulty", "q"] as const;

/** What a visit shows lives in the address: that the queries are asked for, how they are narrowed, what is open. */
export function useTrendsAddress() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (patch: Partial<Record<Part, string | null>>, replace = false) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(patch)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { preventScrollReset: true, replace },
      ),
    [setParams],
  );
  const clear = useCallback(() => change({ topic: null, demand: null, difficulty: null, q: null }), [change]);
  const demand = Number(params.get("demand"));
  return {
    shown: params.has("shown"),
    query: params.get("query"),
    brief: params.has("brief"),
    topic: params.get("topic"),
    /** The least demand shown, 0 to 100; what is no number counts as none. */
    demand: demand > 0 && demand <= 100 ? demand : 0,
    difficulty: params.get("difficulty") ?? "",
    q: params.get("q") ?? "",
    narrowed: FILTERS.some((name) => params.get(name)),
    change,
    clear,
  };
}
