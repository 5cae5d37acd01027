/**
 * What the contract says of a call, as the compiler sees it: its path, what it takes and what it answers.
 */
import type { QueryKey } from "@tanstack/react-query";

import type { Method, RequestOptions } from "@/lib/http/request";

import type { Calls } from "./generated";

export type PathOf<M extends Method> = { [P in keyof Calls]: M extends keyof Calls[P] ? P : never }[keyof Calls];
type CallOf<M extends Method, P extends PathOf<M>> = Calls[P] extends Record<M, infer C> ? C : never;
export type Answer<M extends Method, P extends PathOf<M>> = CallOf<M, P> extends { response: infer R } ? R : never;

type Part = "path" | "query" | "body";
/** What a call takes: the parts its contract has, and the version it may insist on. */
type Params<D> = {
  [K in keyof D as K extends Part ? ([D[K]] extends [undefined] ? never : K) : never]: D[K];
} & (D extends { headers?: { "if-match"?: unknown } } ? { ifMatch?: string | null } : unknown);
export type ParamsOf<M extends Method, P extends PathOf<M>> =
  CallOf<M, P> extends { data: infer D } ? Params<D> : never;
/** Can be left out where nothing has to be said. */
export type Given<T> = object extends T ? [given?: T] : [given: T];

/** What a list can be asked for. */
export type QueryOf<P extends PathOf<"GET">> = ParamsOf<"GET", P> extends { query?: infer Q } ? NonNullable<Q> : never;

export type Transport = Pick<RequestOptions, "signal" | "headers" | "onHeaders">;
export type Loose = {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: string | null;
  below?: QueryKey;
} & Transport;
export type Send = "POST" | "PUT" | "PATCH" | "DELETE";
/** What a query asks, and below which key it goes out of date. */
export type Asked<P extends PathOf<"GET">> = Given<ParamsOf<"GET", P> & { below?: QueryKey }>;
