import { useCallback } from "react";

import { useSearchParams } from "./navigation";

export type ParamPatch = Record<string, string | null>;

/** The parameters of an address with some set and those that are null taken out; all others stay. */
export function withParams(params: URLSearchParams, patch: ParamPatch): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What lies over a page lives in its address: one step of Back closes it, and the page stays where it was scrolled. */
export function usePatchParams(): (patch: ParamPatch) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (patch: ParamPatch) => setParams((old) => withParams(old, patch), { preventScrollReset: true }),
    [setParams],
  );
}

/** The address of this page with some parameters changed, for links. */
export function useParamsLink(): (patch: ParamPatch) => string {
  const [params] = useSearchParams();
  return (patch) => `?${withParams(params, patch).toString()}`;
}
