import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Part = "shown" | "query" | "difficulty" | "q" | "answer";

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
  return { shown: params.has("shown"), query: params.get("query"), difficulty: params.get("difficulty") ?? "", q: params.get("q") ?? "", change };
}
