import { useCallback } from "react";

import { useSearchParams } from "./navigation";

const NAME = /^-?[A-Za-z]{1,40}$/;

/** The order of a table in the address (`?sort=`, "-" leads the other way round); each change is one step back. */
export function useSort(name = "sort") {
  const [params, setParams] = useSearchParams();
  const asked = params.get(name);
  const onSort = useCallback(
    (next: string | null) =>
      setParams(
        (old) => {
          const fresh = new URLSearchParams(old);
          if (next) fresh.set(name, next);
          else fresh.delete(name);
          return fresh;
        },
        { preventScrollReset: true },
      ),
    [name, setParams],
  );
  return { sort: asked && NAME.test(asked) ? asked : null, onSort };
}
