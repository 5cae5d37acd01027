import { queryOptions } from "@tanstack/react-query";

import { v1Get } from "@/lib/http";

import type { MethodOut } from "./generated";

export type Method = MethodOut;
/** What every number means, as the running code says it; open to everybody. */
export const methodQuery = queryOptions({
  queryKey: ["/api/v1/method"],
  queryFn: ({ signal }) => v1Get<Method>("/method", { signal }),
});
