import { useCallback, useMemo } from "react";

import { useSearchParams } from "@/lib/navigation";

import { withNumber, withoutNumber } from "./number-address";
import { viewOf, withView, type MetricName, type View } from "./view";

/** The view in the address and the way to change it; each change is one step of back and forward. */
export function useView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => viewOf(params), [params]);
  const change = useCallback(
    (patch: Partial<View>, replace = false) =>
      setParams((old) => withView(old, patch), { preventScrollReset: true, replace }),
    [setParams],
  );
  const openAnswer = useCallback(
    (id: string) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          next.set("answer", id);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  /** The address of another view, for links. */
  const href = useCallback(
    (patch: Partial<View>) => `?${withView(withoutDrawers(params), patch).toString()}`,
    [params],
  );
  /** The address at which a number lies open over this view. */
  const numberHref = useCallback(
    (metric: MetricName, of?: Parameters<typeof withNumber>[2]) =>
      `?${withNumber(withoutDrawers(params), metric, of).toString()}`,
    [params],
  );
  const closeNumber = useCallback(
    () => setParams((old) => withoutNumber(old), { preventScrollReset: true }),
    [setParams],
  );
  return { view, change, openAnswer, href, numberHref, closeNumber };
}

function withoutDrawers(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of ["answer", "evidence", "finding", "number", "of"]) next.delete(key);
  return next;
}
