import { queryOptions } from "@tanstack/react-query";

import type { SharedGapOut, SharedGroupOut, SharedViewOut } from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

export type SharedView = SharedViewOut;
export type SharedGroup = SharedGroupOut;
export type SharedGap = SharedGapOut;

const place = (token: string) => `/share/${encodeURIComponent(token)}`;

/** What a link shows; every answer is one opening, so it is asked for once. */
export const sharedQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared", token],
    queryFn: ({ signal }) => v1Get<SharedView>(place(token), { signal }),
    retry: false,
  });

export const unlock = (token: string, password: string) =>
  v1Send<unknown>("POST", `${place(token)}/unlock`, { password });
