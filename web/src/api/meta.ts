import { queryOptions } from "@tanstack/react-query";

import { v1Get } from "@/lib/http";

import type { MetaOut } from "./generated";

export type Meta = MetaOut;

const AGAIN_MS = 5 * 60_000;

/** The state of the service; asked for again now and then, because nobody is told when it changes. */
export const metaQuery = queryOptions({
  queryKey: ["/api/v1/meta"],
  queryFn: ({ signal }) => v1Get<Meta>("/meta", { signal }),
  refetchInterval: AGAIN_MS,
});
