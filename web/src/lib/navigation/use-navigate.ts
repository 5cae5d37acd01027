import { useCallback } from "react";
import {
  useNavigate as useRouterNavigate,
  useSearchParams as useRouterSearchParams,
  type NavigateFunction,
  type NavigateOptions,
  type To,
} from "react-router";

import { useCompletedTarget } from "./target";

export function useNavigate(): NavigateFunction {
  const navigate = useRouterNavigate();
  const completed = useCompletedTarget();
  return useCallback(
    (to: To | number, options?: NavigateOptions) =>
      typeof to === "number" ? navigate(to) : navigate(completed(to), options),
    [navigate, completed],
  );
}

type NextParams = URLSearchParams | Record<string, string>;
type SetParams = (next: NextParams | ((now: URLSearchParams) => NextParams), options?: NavigateOptions) => void;

export function useSearchParams(): [URLSearchParams, SetParams] {
  const [params] = useRouterSearchParams();
  const navigate = useNavigate();
  const setParams = useCallback<SetParams>(
    (next, options) => {
      const fresh = typeof next === "function" ? next(new URLSearchParams(params)) : next;
      void navigate(`?${new URLSearchParams(fresh).toString()}`, options);
    },
    [navigate, params],
  );
  return [params, setParams];
}
