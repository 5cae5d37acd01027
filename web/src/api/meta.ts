import { queryOptions } from "@tanstack/react-query";

import { query } from "./client";
import type { MetaOut } from "./generated";

export type Meta = MetaOut;

const AGAIN_MS = 5 * 60_000;

/** The state of the service; asked for again now and then, because nobody is told when it changes. */
export const metaQuery = queryOptions({
  ...query("/api/v1/meta"),
  refetchInterval: AGAIN_MS,
});
