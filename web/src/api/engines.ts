import { queryOptions } from "@tanstack/react-query";

import { v1Get } from "@/lib/http";

import type { EngineOut } from "./generated";

export type Engine = EngineOut;

/** The assistants of this deployment with what the plan lets them do; asked for by settings and analytics alike. */
export const enginesQuery = queryOptions({
  queryKey: ["/api/v1/engines"],
  queryFn: ({ signal }) => v1Get<Engine[]>("/engines", { signal }),
});
