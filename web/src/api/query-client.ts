import { QueryClient, type QueryFunctionContext } from "@tanstack/react-query";

import { request } from "@/lib/http";

/** The default data-loading call: a GET of the path that is the first part of the key. */
function loadPath<T>({ queryKey, signal }: QueryFunctionContext): Promise<T> {
  return request<T>("GET", String(queryKey[0]), { signal });
}

/**
 * The specification's cache: no interval, no refetch on focus, never stale, no retries.
 * Freshness comes from mutations and server events that invalidate exact keys.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: loadPath,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}
