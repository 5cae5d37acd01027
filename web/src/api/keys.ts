/**
 * Keys of what is cached, made from what is asked: the key of another call or a family it goes out of date with, then
 * its own address. Two calls that ask different things have different keys.
 */
import type { QueryKey } from "@tanstack/react-query";

import type { Asked, Loose, PathOf } from "./contract";

/** Where a call goes: names in the path filled in, then what is asked; empty values are left out, lists repeat. */
export function addressOf(path: string, { path: names, query }: Loose): string {
  const asked = new URLSearchParams();
  for (const name in query)
    for (const value of [query[name]].flat()) if ((value ?? "") !== "") asked.append(name, String(value));
  const address = path.replace(/\{(\w+)}/g, (_, name) => encodeURIComponent(names![name]!));
  return asked.size ? `${address}?${asked}` : address;
}

/** The key of what a call answers: what it goes out of date with, then its address. */
export function keyOf<P extends PathOf<"GET">>(path: P, ...given: Asked<P>): QueryKey;
export function keyOf(path: string, given: Loose = {}): QueryKey {
  return looseKey(path, given);
}
/** `form` tells answers of one address apart that are kept in another form. */
export const looseKey = (path: string, given: Loose, ...form: string[]) => [
  ...(given.below ?? []),
  ...form,
  addressOf(path, given),
];

/** Stands for the keys of everything that the last name of a path may name; for `invalidate`. */
export const everyOf = (path: PathOf<"GET">): QueryKey => [path.replace(/\{\w+}$/, "")];

/** A key of keys that go out of date together, below another one. */
export const family = (below: QueryKey, name: string): QueryKey => [...below, name];
