import { engines as words } from "@/lib/messages/engines";

import type { Credential, CredentialChange } from "./api/engines";

export type EngineValues = { apiKey: string; baseUrl: string; model: string; cap: string; unit: "usd" | "answers" };
export type EngineProblems = Partial<Record<"apiKey" | "baseUrl" | "cap", string>>;

/** The form as it opens; the key is never among what comes back. */
export function valuesOf(stored: Credential | undefined): EngineValues {
  return {
    apiKey: "",
    baseUrl: stored?.baseUrl ?? "",
    model: stored?.model ?? "",
    cap: stored?.monthlyCap?.value ?? "",
    unit: stored?.monthlyCap?.unit ?? "usd",
  };
}

/** A server of one's own needs an address and a model; every other engine needs a key once. */
export function problemsOf(
  values: EngineValues,
  { isServer, hasKey }: { isServer: boolean; hasKey: boolean },
): EngineProblems {
  const problems: EngineProblems = {};
  if (isServer && !(values.baseUrl.trim() && values.model.trim())) problems.baseUrl = words.needServer;
  if (!isServer && !hasKey && !values.apiKey.trim()) problems.apiKey = words.needKey;
  if (values.cap.trim() && !(Number(values.cap) > 0)) problems.cap = words.badCap;
  return problems;
}

export function changeOf(values: EngineValues): CredentialChange {
  const cap = values.cap.trim();
  return {
    ...(values.apiKey.trim() ? { apiKey: values.apiKey.trim() } : {}),
    baseUrl: values.baseUrl.trim(),
    model: values.model.trim(),
    monthlyCap: cap ? { unit: values.unit, value: cap } : null,
  };
}
