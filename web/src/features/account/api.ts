import { queryOptions } from "@tanstack/react-query";

import { query, send } from "@/api/client";
import type {
  AccountIn,
  AccountOut,
  DataExportOut,
  EmailIn,
  FactorRuleIn,
  LoginOut,
  NewPasskeyIn,
  NewPasswordIn,
  PasskeyOut,
  SecondFactorSetupOut,
} from "@/api/generated";

import type { Proof } from "./proof-types";

export type Account = AccountOut;
export type Login = LoginOut;
export type Passkey = PasskeyOut;
export type Setup = SecondFactorSetupOut;
export type DataExport = DataExportOut;

export const accountQuery = query("/api/v1/me");
export const loginsQuery = queryOptions({
  ...query("/api/v1/me/sessions"),
  select: ({ data }) => data,
});
export const exportsQuery = queryOptions({
  ...query("/api/v1/me/exports"),
  select: ({ data }) => data,
});

export const changeAccount = (body: AccountIn) => send("PATCH", "/api/v1/me", { body });
export const changePassword = (body: NewPasswordIn) => send("POST", "/api/v1/me/password", { body });
export const changeEmail = (body: EmailIn) => send("POST", "/api/v1/me/email", { body });
export const endLogin = (id: string) =>
  send("DELETE", "/api/v1/me/sessions/{session_id}", { path: { session_id: id } });
export const endOtherLogins = () => send("DELETE", "/api/v1/me/sessions");

export const beginFactor = (proof: Proof) => send("POST", "/api/v1/me/second-factor", { body: proof });
export const confirmFactor = (code: string) => send("POST", "/api/v1/me/second-factor/confirm", { body: { code } });
export const renewCodes = (proof: Proof) => send("POST", "/api/v1/me/second-factor/recovery-codes", { body: proof });
export const removeFactor = (proof: Proof) => send("DELETE", "/api/v1/me/second-factor", { body: proof });

export const passkeysQuery = query("/api/v1/me/passkeys");
export const beginPasskey = (proof: Proof) => send("POST", "/api/v1/me/passkeys/options", { body: proof });
export const addPasskey = (body: NewPasskeyIn) => send("POST", "/api/v1/me/passkeys", { body });
export const renamePasskey = (id: string, name: string) =>
  send("PATCH", "/api/v1/me/passkeys/{passkey_id}", { path: { passkey_id: id }, body: { name } });
export const removePasskey = (id: string, proof: Proof) =>
  send("DELETE", "/api/v1/me/passkeys/{passkey_id}", { path: { passkey_id: id }, body: proof });

export const connectGoogle = (proof: Proof) => send("POST", "/api/v1/me/google", { body: proof });
export const removeGoogle = (proof: Proof) => send("DELETE", "/api/v1/me/google", { body: proof });

export const requestExport = () => send("POST", "/api/v1/me/export");
export const exportAddress = (id: string) => `/api/v1/me/exports/${id}`;
export const deleteAccount = (proof: Proof) => send("DELETE", "/api/v1/me", { body: proof });

export const factorRuleQuery = query("/api/v1/second-factor-rule");
export const setFactorRule = (body: FactorRuleIn) => send("PUT", "/api/v1/second-factor-rule", { body });
export { switchWorkspace } from "@/api/team";

export const ruleQuery = query("/api/v1/password-rule");
export const setRule = (refuseCommon: boolean) => send("PUT", "/api/v1/password-rule", { body: { refuseCommon } });
