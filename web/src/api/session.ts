import { queryOptions, type QueryClient } from "@tanstack/react-query";

import type { BusinessInfoOut, LoginIn, PlanSummaryOut, RegisterIn, UserOut, WorkspaceOut } from "./generated";
import { getSignedIn, plainKey, plainPost } from "./plain";

/** Null without a subscription: each screen then shows its own fallback name. */
export type PlanSummary = PlanSummaryOut;
export type CurrentUser = UserOut;
export type BusinessInfo = BusinessInfoOut;
export type Role = WorkspaceOut["role"];

export const USER_KEY = plainKey("/api/user");
export const BUSINESS_INFO_KEY = plainKey("/api/business-info");

/** The server sets it beside the session, which scripts cannot read, and takes both away together. */
const SIGNED_IN = /(?:^|; )(?:__Host-)?presence_signed_in=1/;

/** A page begins in a browser that was given no session; later only the server knows. */
const beginsWithNobody = (client: QueryClient) =>
  !client.getQueryState(USER_KEY)?.dataUpdateCount && !SIGNED_IN.test(document.cookie);

/** Null means signed out: by the server's 401, or because there is nothing to ask about. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: async ({ signal, client }) => (beginsWithNobody(client) ? null : getSignedIn("/api/user", signal)),
});

export const businessInfoQuery = queryOptions({
  queryKey: BUSINESS_INFO_KEY,
  queryFn: ({ signal }) => getSignedIn("/api/business-info", signal),
});

export const login = (credentials: LoginIn) => plainPost("/api/login", { body: credentials });
export const register = (registration: RegisterIn) => plainPost("/api/register", { body: registration });
/** The body is not read. */
export const logout = () => plainPost("/api/logout");
