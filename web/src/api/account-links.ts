import { request, v1Send } from "@/lib/http";

import type { ConfirmedOut, LinkIn } from "./generated";
import type { CurrentUser } from "./session";

export const askForReset = (email: string) => v1Send<unknown>("POST", "/auth/forgot", { email });
export const resetPassword = (token: string, password: string) =>
  v1Send<unknown>("POST", "/auth/reset", { token, password });
export type LinkPurpose = LinkIn["purpose"];

export const checkLink = (token: string, purpose: LinkPurpose) =>
  v1Send<unknown>("POST", "/auth/link", { token, purpose });
export const confirmAddress = (token: string) => v1Send<ConfirmedOut>("POST", "/auth/verify", { token });
export const sendConfirmation = () => v1Send<unknown>("POST", "/me/verification");
export const giveCode = (code: string) =>
  request<CurrentUser>("POST", "/api/v1/auth/second-factor", { body: { code } });
export const linkGoogle = (password: string) =>
  request<CurrentUser>("POST", "/api/v1/auth/google/link", { body: { password } });
