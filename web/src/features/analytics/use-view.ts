import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

import { viewOf, withView, type View } from "./view";

/** The view in the address and the way to change it; each change is one step of back and forward. */
export function useView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => viewOf(params), [params]);
  const change = useCallback(
    (patch: Partial<View>, replace = false) => setParams((old) => withView(old, patch), { preventScrollReset: true, replace }),
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
  const href = useCallback((patch: Partial<View>) => `?${withView(withoutDrawers(params), patch).toString()}`, [params]);
  return { view, change, openAnswer, href };
}

function withoutDrawers(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of ["answer", "evidence", "finding"]) next.delete(key);
  return next;
}
