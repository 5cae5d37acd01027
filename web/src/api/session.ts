import { queryOptions } from "@tanstack/react-query";

import { request } from "@/lib/http/request";

import type { BusinessInfoOut, LoginIn, PlanSummaryOut, RegisterIn, UserOut, WorkspaceOut } from "./generated";

/** Null without a subscription: each screen then shows its own fallback name. */
export type PlanSummary = PlanSummaryOut;
export type CurrentUser = UserOut;
export type BusinessInfo = BusinessInfoOut;
export type Role = WorkspaceOut["role"];

export const USER_KEY = ["/api/user"] as const;
export const BUSINESS_INFO_KEY = ["/api/business-info"] as const;

/** The server sets it beside the session, which scripts cannot read, and takes both away together. */
const SIGNED_IN = /(?:^|; )(?:__Host-)?presence_signed_in=1/;

/** Null means signed out: by the server's 401, or because this browser was given no session, which needs no asking. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: async ({ signal }) => (SIGNED_IN.test(document.cookie) ? request<CurrentUser>("GET", "/api/user", { signal, on401: "returnNull" }) : null),
});

export const businessInfoQuery = queryOptions({
  queryKey: BUSINESS_INFO_KEY,
  queryFn: ({ signal }) => request<BusinessInfo>("GET", "/api/business-info", { signal, on401: "returnNull" }),
});

export const login = (credentials: LoginIn) => request<CurrentUser>("POST", "/api/login", { body: credentials });
export const register = (registration: RegisterIn) => request<CurrentUser>("POST", "/api/register", { body: registration });
/** The body is not read. */
export const logout = () => request<unknown>("POST", "/api/logout");
