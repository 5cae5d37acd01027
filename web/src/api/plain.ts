/** The specification's own calls: asked once, without an idempotency key; they take nothing but a body. */
import type { QueryKey } from "@tanstack/react-query";

import { request } from "@/lib/http/request";

import type { Answer, Given, ParamsOf, PathOf, Transport } from "./contract";

/** Paths that name nothing. */
type Plain<M extends "GET" | "POST"> = {
  [P in PathOf<M>]: "path" extends keyof ParamsOf<M, P> ? never : P;
}[PathOf<M>];

/** The key of an answer that is asked for with its path alone. */
export const plainKey = (path: Plain<"GET">): QueryKey => [path];

/** Reads something; null means that nobody is signed in. */
export function getSignedIn<P extends Plain<"GET">>(path: P, signal: AbortSignal): Promise<Answer<"GET", P> | null> {
  return request<Answer<"GET", P>>("GET", path, { signal, on401: "returnNull" });
}

/** Changes something; any answer is one. */
export function plainPost<P extends Plain<"POST">>(
  path: P,
  ...given: Given<Omit<ParamsOf<"POST", P>, "ifMatch"> & Transport>
): Promise<Answer<"POST", P>>;
export function plainPost(path: string, given?: Transport): Promise<unknown> {
  return request("POST", path, given);
}
