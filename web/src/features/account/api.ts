import { queryOptions } from "@tanstack/react-query";

import type {
  AccountIn,
  AccountOut,
  DataExportOut,
  DataExportsOut,
  DeletionOut,
  EmailIn,
  FactorRule,
  FactorRuleIn,
  LeaveOut,
  LoginOut,
  LoginsOut,
  NewPasskeyIn,
  NewPasswordIn,
  PasskeyAddedOut,
  PasskeyMakingOut,
  PasskeyOut,
  PasskeysOut,
  PasswordRule,
  RecoveryCodesOut,
  SecondFactorSetupOut,
} from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

import type { Proof } from "./proof-types";

export type Account = AccountOut;
export type Login = LoginOut;
export type Passkey = PasskeyOut;
export type Setup = SecondFactorSetupOut;
export type DataExport = DataExportOut;

export const accountQuery = queryOptions({
  queryKey: ["/api/v1/me"],
  queryFn: ({ signal }) => v1Get<Account>("/me", { signal }),
});
export const loginsQuery = queryOptions({
  queryKey: ["/api/v1/me/sessions"],
  queryFn: async ({ signal }) => (await v1Get<LoginsOut>("/me/sessions", { signal })).data,
});
export const exportsQuery = queryOptions({
  queryKey: ["/api/v1/me/exports"],
  queryFn: async ({ signal }) => (await v1Get<DataExportsOut>("/me/exports", { signal })).data,
});

export const changeAccount = (body: AccountIn) => v1Send<Account>("PATCH", "/me", body);
export const changePassword = (body: NewPasswordIn) => v1Send<unknown>("POST", "/me/password", body);
export const changeEmail = (body: EmailIn) => v1Send<unknown>("POST", "/me/email", body);
export const endLogin = (id: string) => v1Send<unknown>("DELETE", `/me/sessions/${id}`);
export const endOtherLogins = () => v1Send<unknown>("DELETE", "/me/sessions");

export const beginFactor = (proof: Proof) => v1Send<Setup>("POST", "/me/second-factor", proof);
export const confirmFactor = (code: string) => v1Send<RecoveryCodesOut>("POST", "/me/second-factor/confirm", { code });
export const renewCodes = (proof: Proof) => v1Send<RecoveryCodesOut>("POST", "/me/second-factor/recovery-codes", proof);
export const removeFactor = (proof: Proof) => v1Send<unknown>("DELETE", "/me/second-factor", proof);

export const passkeysQuery = queryOptions({
  queryKey: ["/api/v1/me/passkeys"],
  queryFn: ({ signal }) => v1Get<PasskeysOut>("/me/passkeys", { signal }),
});
export const beginPasskey = (proof: Proof) => v1Send<PasskeyMakingOut>("POST", "/me/passkeys/options", proof);
export const addPasskey = (body: NewPasskeyIn) => v1Send<PasskeyAddedOut>("POST", "/me/passkeys", body);
export const renamePasskey = (id: string, name: string) => v1Send<Passkey>("PATCH", `/me/passkeys/${id}`, { name });
export const removePasskey = (id: string, proof: Proof) => v1Send<unknown>("DELETE", `/me/passkeys/${id}`, proof);

export const connectGoogle = (proof: Proof) => v1Send<LeaveOut>("POST", "/me/google", proof);
export const removeGoogle = (proof: Proof) => v1Send<unknown>("DELETE", "/me/google", proof);

export const requestExport = () => v1Send<DataExport>("POST", "/me/export");
export const exportAddress = (id: string) => `/api/v1/me/exports/${id}`;
export const deleteAccount = (proof: Proof) => v1Send<DeletionOut>("DELETE", "/me", proof);

export const factorRuleQuery = queryOptions({
  queryKey: ["/api/v1/second-factor-rule"],
  queryFn: ({ signal }) => v1Get<FactorRule>("/second-factor-rule", { signal }),
});
export const setFactorRule = (body: FactorRuleIn) => v1Send<FactorRule>("PUT", "/second-factor-rule", body);
export const switchWorkspace = (id: string) => v1Send<unknown>("POST", `/workspaces/${id}/switch`);

export const ruleQuery = queryOptions({
  queryKey: ["/api/v1/password-rule"],
  queryFn: ({ signal }) => v1Get<PasswordRule>("/password-rule", { signal }),
});
export const setRule = (refuseCommon: boolean) => v1Send<PasswordRule>("PUT", "/password-rule", { refuseCommon });
