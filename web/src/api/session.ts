import { queryOptions } from "@tanstack/react-query";

import { request } from "@/lib/http";

export type Role = "owner" | "admin" | "editor" | "viewer" | "billing";

/** Null without a subscription: each screen then shows its own fallback name. */
export type PlanSummary = {
  id: number;
  name: string;
  status: string;
  billingFrequency: "monthly" | "yearly";
  active: boolean;
};

export type CurrentUser = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: boolean;
  locale: string | null;
  timeZone: string | null;
  createdAt: string;
  plan: PlanSummary | null;
  workspaces: { id: string; name: string; role: Role }[];
  currentWorkspaceId: string | null;
};

export type BusinessInfo = {
  businessName: string | null;
  businessDescription: string | null;
  businessType: string | null;
  language: string | null;
  location: string | null;
  websiteUrl: string | null;
  targetAudience: string | null;
  wizardCompleted: boolean;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  email: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  postalCode: string | null;
  description: string | null;
  primaryBrandId: string | null;
  plan: PlanSummary | null;
  source: "website" | "document" | "description" | null;
};

export const USER_KEY = ["/api/user"] as const;
export const BUSINESS_INFO_KEY = ["/api/business-info"] as const;

/** Null means signed out. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: ({ signal }) => request<CurrentUser>("GET", "/api/user", { signal, on401: "returnNull" }),
});

export const businessInfoQuery = queryOptions({
  queryKey: BUSINESS_INFO_KEY,
  queryFn: ({ signal }) => request<BusinessInfo>("GET", "/api/business-info", { signal, on401: "returnNull" }),
});

export type Credentials = { email: string; password: string };
export type Registration = Credentials & { firstName: string; lastName: string };

export const login = (credentials: Credentials) => request<CurrentUser>("POST", "/api/login", { body: credentials });
export const register = (registration: Registration) => request<CurrentUser>("POST", "/api/register", { body: registration });
/** The body is not read. */
export const logout = () => request<unknown>("POST", "/api/logout");
