import { queryOptions } from "@tanstack/react-query";

import { query, send } from "@/api/client";
import type { SharedGapOut, SharedGroupOut, SharedViewOut } from "@/api/generated";

export type SharedView = SharedViewOut;
export type SharedGroup = SharedGroupOut;
export type SharedGap = SharedGapOut;

/** What a link shows; every answer is one opening, so it is asked for once. */
export const sharedQuery = (token: string) =>
  queryOptions({
    ...query("/api/v1/share/{token}", { path: { token } }),
    retry: false,
  });

export const unlock = (token: string, password: string) =>
  send("POST", "/api/v1/share/{token}/unlock", { path: { token }, body: { password } });
