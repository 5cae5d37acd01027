import { ApiError, textOf } from "@/lib/http";
import { auth } from "@/lib/messages/auth";

/** Password field text of a failed login: one sentence for wrong credentials, one for every other failure. */
export function loginFieldText(error: unknown): string {
  return textOf(error) === auth.serverWrongCredentials ? auth.wrongCredentials : auth.loginFailed;
}

/** Email field text of a failed registration. */
export function registerFieldText(error: unknown): string {
  return textOf(error) === auth.serverEmailTaken ? auth.emailTaken : auth.registerFailed;
}

/** The password was right, and the account asks for a code of its authenticator app. */
export const needsCode = (error: unknown) => error instanceof ApiError && error.code === "second-factor-required";

/** A field was refused, and the server says why. */
export const isWrong = (error: unknown) => error instanceof ApiError && error.status === 422;

/** The true cause, when the field text alone would blame the reader: throttled, server trouble, offline. */
export function trueCause(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.offline) return auth.offline;
  if (error.status === 429) return auth.tooMany(waitText(error.retryAfter));
  if (error.status >= 500) return auth.serverTrouble;
  return null;
}

function waitText(seconds: number | null): string {
  if (seconds === null) return auth.later;
  return seconds < 90 ? auth.inSeconds(Math.max(1, seconds)) : auth.inMinutes(Math.ceil(seconds / 60));
}
