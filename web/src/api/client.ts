/**
 * The calls of the API as its contract has them: the compiler knows every path, what it takes and what it answers.
 * How a call behaves is the business of lib/http.
 */
import { infiniteQueryOptions, queryOptions, type QueryKey } from "@tanstack/react-query";

import { request } from "@/lib/http/request";
import { v1Get, v1Send } from "@/lib/http/v1";

import type { Answer, Asked, Given, Loose, ParamsOf, PathOf, Send, Transport } from "./contract";
import { addressOf, looseKey } from "./keys";

function read(path: string, given: Loose): Promise<unknown> {
  const address = addressOf(path, given);
  return path.startsWith("/api/v1/") ? v1Get(address, given) : request("GET", address, given);
}

/** Reads something; of the versioned API more than once, when no answer arrives. */
export function get<P extends PathOf<"GET">>(
  path: P,
  ...given: Given<ParamsOf<"GET", P> & Transport>
): Promise<Answer<"GET", P>>;
export function get(path: string, given: Loose = {}): Promise<unknown> {
  return read(path, given);
}

/** Changes something through the versioned API. */
export function send<M extends Send, P extends PathOf<M>>(
  method: M,
  path: P,
  ...given: Given<ParamsOf<M, P> & Transport>
): Promise<Answer<M, P>>;
export function send(method: Send, path: string, given: Loose = {}): Promise<unknown> {
  const { body, ifMatch, headers } = given;
  const options = ifMatch ? { ...given, headers: { ...headers, "If-Match": ifMatch } } : given;
  return v1Send(method, addressOf(path, given), body, options);
}

/** A query of one call. */
export function query<P extends PathOf<"GET">>(path: P, ...[given]: Asked<P>) {
  const loose: Loose = given ?? {};
  return queryOptions({
    queryKey: looseKey(path, loose),
    queryFn: ({ signal }) => read(path, { ...loose, signal }) as Promise<Answer<"GET", P>>,
  });
}

/** The key of what a posted question answers. */
export function postedKeyOf<P extends PathOf<"POST">>(path: P, ...[given]: Given<ParamsOf<"POST", P>>): QueryKey {
  const loose: Loose = given ?? {};
  return [...looseKey(path, loose, "posted"), loose.body];
}

/** A question that has to be posted. */
export function postedQuery<P extends PathOf<"POST">>(path: P, ...given: Given<ParamsOf<"POST", P>>) {
  return queryOptions({ queryKey: postedKeyOf(path, ...given), queryFn: () => send("POST", path, ...given) });
}

/** The answer under `name` with the entity tag it was read under, for saving only over what was seen. */
export function taggedQuery<N extends string, P extends PathOf<"GET">>(name: N, path: P, ...[given]: Asked<P>) {
  const loose: Loose = given ?? {};
  return queryOptions({
    queryKey: looseKey(path, loose, name),
    queryFn: async ({ signal }) => {
      let tag: string | null = null;
      const onHeaders = (headers: Headers) => (tag = headers.get("etag"));
      const answer = await read(path, { ...loose, signal, onHeaders });
      return { [name]: answer, tag } as Record<N, Answer<"GET", P>> & { tag: string | null };
    },
  });
}

type Page = { page: { nextCursor: string | null } };
type Paged = { [P in PathOf<"GET">]: Answer<"GET", P> extends Page ? P : never }[PathOf<"GET">];

/** A list that is read page by page. */
export function pagedQuery<P extends Paged>(path: P, ...[given]: Asked<P>) {
  const loose: Loose = given ?? {};
  return infiniteQueryOptions({
    queryKey: looseKey(path, loose, "pages"),
    queryFn: ({ signal, pageParam: cursor }) =>
      read(path, { ...loose, query: { ...loose.query, cursor }, signal }) as Promise<Answer<"GET", P> & Page>,
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });
}
