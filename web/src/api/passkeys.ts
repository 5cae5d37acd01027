import { queryOptions } from "@tanstack/react-query";

import { request, v1Get, v1Send } from "@/lib/http";

import type { PasskeyAnswerIn, PasskeyAskingOut, SecondStepOut } from "./generated";
import type { CurrentUser } from "./session";

/** What a browser answered when a passkey was used. */
export type PasskeyAnswer = PasskeyAnswerIn;

export const askToSignIn = () => v1Send<PasskeyAskingOut>("POST", "/auth/passkey/options");
export const signInWithPasskey = (answer: PasskeyAnswer) =>
  request<CurrentUser>("POST", "/api/v1/auth/passkey", { body: answer });

/** By what a half-done log-in may be finished. */
export const secondStepQuery = queryOptions({
  queryKey: ["/api/v1/auth/second-factor"],
  queryFn: ({ signal }) => v1Get<SecondStepOut>("/auth/second-factor", { signal }),
  staleTime: 0,
  gcTime: 0,
});
export const askForSecondStep = () => v1Send<PasskeyAskingOut>("POST", "/auth/second-factor/passkey/options");
export const finishWithPasskey = (answer: PasskeyAnswer) =>
  request<CurrentUser>("POST", "/api/v1/auth/second-factor/passkey", { body: answer });

export const askForProof = () => v1Send<PasskeyAskingOut>("POST", "/me/passkeys/proof");
