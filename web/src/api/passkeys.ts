import { queryOptions } from "@tanstack/react-query";

import { query, send } from "./client";
import type { PasskeyAnswerIn } from "./generated";
import { plainPost } from "./plain";

/** What a browser answered when a passkey was used. */
export type PasskeyAnswer = PasskeyAnswerIn;

export const askToSignIn = () => send("POST", "/api/v1/auth/passkey/options");
export const signInWithPasskey = (answer: PasskeyAnswer) => plainPost("/api/v1/auth/passkey", { body: answer });

/** By what a half-done log-in may be finished. */
export const secondStepQuery = queryOptions({
  ...query("/api/v1/auth/second-factor"),
  staleTime: 0,
  gcTime: 0,
});
export const askForSecondStep = () => send("POST", "/api/v1/auth/second-factor/passkey/options");
export const finishWithPasskey = (answer: PasskeyAnswer) =>
  plainPost("/api/v1/auth/second-factor/passkey", { body: answer });

export const askForProof = () => send("POST", "/api/v1/me/passkeys/proof");
