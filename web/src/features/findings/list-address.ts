import { useCallback, useMemo } from "react";

import { useSearchParams } from "@/lib/navigation";

/** Which rows a list shows: "active" is what still needs doing. */
export const STATUS_CHOICES = ["active", "done", "dismissed", "closed", "all"] as const;
export type StatusChoice = (typeof STATUS_CHOICES)[number];

const OF_STATUS: Record<StatusChoice, string | null> = {
  active: "open,planned,in-progress",
  done: "done",
  dismissed: "dismissed",
  closed: "closed",
  all: null,
};
const LONGEST = 200;

export type ListAddress<F extends string> = {
  status: StatusChoice;
  q: string;
  sort: string;
  values: Partial<Record<F, string>>;
};

/** Reads what a list shows from an address; an unknown status or order falls back to the first. */
export function addressOf<F extends string>(
  params: URLSearchParams,
  names: readonly F[],
  sorts: readonly string[],
): ListAddress<F> {
  const status = params.get("status");
  const sort = params.get("sort") ?? "";
  const values: Partial<Record<F, string>> = {};
  for (const name of names) {
    const value = params.get(name);
    if (value) values[name] = value.slice(0, LONGEST);
  }
  return {
    status: STATUS_CHOICES.find((choice) => choice === status) ?? "active",
    q: (params.get("q") ?? "").slice(0, LONGEST),
    sort: sorts.includes(sort) ? sort : sorts[0]!,
    values,
  };
}

export type Search<F extends string> = { [K in `filter[${F | "status"}]` | "q" | "sort"]?: string };

/** The same as the API is asked. */
export function searchOf<F extends string>(
  { status, q, sort, values }: ListAddress<F>,
  fallbackSort: string,
): Search<F> {
  const search: Record<string, string> = {};
  const wanted = OF_STATUS[status];
  if (wanted) search["filter[status]"] = wanted;
  for (const [name, value] of Object.entries(values) as [F, string][]) search[`filter[${name}]`] = value;
  if (q) search.q = q;
  if (sort !== fallbackSort) search.sort = sort;
  return search as Search<F>;
}

/** Whether anything but the standard view was asked for. */
export const isNarrowed = <F extends string>({ status, q, values }: ListAddress<F>) =>
  status !== "active" || q !== "" || Object.keys(values).length > 0;

/** The list's view in the address; every change is one step of back and forward. */
export function useListAddress<F extends string>(names: readonly F[], sorts: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => addressOf(params, names, sorts), [params, names, sorts]);
  const change = useCallback(
    (patch: Partial<Record<F | "status" | "q" | "sort", string | null>>, replace = false) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(patch) as [string, string | null | undefined][]) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { preventScrollReset: true, replace },
      ),
    [setParams],
  );
  const clear = useCallback(
    () =>
      change(
        Object.fromEntries([...names, "status", "q"].map((name) => [name, null])) as Partial<
          Record<F | "status" | "q" | "sort", null>
        >,
      ),
    [change, names],
  );
  return { address, change, clear };
}
