import { send } from "./client";
import type { LinkIn } from "./generated";
import { plainPost } from "./plain";

export const askForReset = (email: string) => send("POST", "/api/v1/auth/forgot", { body: { email } });
export const resetPassword = (token: string, password: string) =>
  send("POST", "/api/v1/auth/reset", { body: { token, password } });
export type LinkPurpose = LinkIn["purpose"];
export const confirmAddress = (token: string) => send("POST", "/api/v1/auth/verify", { body: { token } });
export const sendConfirmation = () => send("POST", "/api/v1/me/verification");
export const giveCode = (code: string) => plainPost("/api/v1/auth/second-factor", { body: { code } });
export const linkGoogle = (password: string) => plainPost("/api/v1/auth/google/link", { body: { password } });
