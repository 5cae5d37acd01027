import { MutationCache, QueryCache, QueryClient, type QueryFunctionContext } from "@tanstack/react-query";

import { ApiError } from "@/lib/http/errors";
import { request } from "@/lib/http/request";
import { setSessionEnded, SUPPORT_OVER } from "@/lib/session-signal";

import { USER_KEY } from "./session";

/** The default data-loading call: a GET of the path that is the first part of the key. */
function loadPath<T>({ queryKey, signal }: QueryFunctionContext): Promise<T> {
  return request<T>("GET", String(queryKey[0]), { signal });
}

/**
 * The specification's cache: no interval, no refetch on focus, never stale, no retries.
 * Freshness comes from mutations and server events that invalidate exact keys. A 401 on any call means
 * that the session has ended: what is on the page stays, so that nothing typed is lost, and the frame asks
 * to sign in again.
 */
export function createQueryClient(): QueryClient {
  const signedOut = (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    if (error.code === SUPPORT_OVER) setSessionEnded(true, true);
    else if (client.getQueryData(USER_KEY)) setSessionEnded(true);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: signedOut }),
    mutationCache: new MutationCache({ onError: signedOut }),
    defaultOptions: {
      queries: {
        queryFn: loadPath,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      // Without a connection a press fails at once: held back, it would act later, unasked.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
