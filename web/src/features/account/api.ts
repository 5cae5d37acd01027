import { queryOptions } from "@tanstack/react-query";

import type {
  AccountIn,
  AccountOut,
  DataExportOut,
  DataExportsOut,
  DeletionOut,
  EmailIn,
  LeaveOut,
  LoginOut,
  LoginsOut,
  NewPasswordIn,
  PasswordRule,
  RecoveryCodesOut,
  SecondFactorSetupOut,
} from "@/api/generated";
import { v1Get, v1Send } from "@/lib/http";

export type Account = AccountOut;
export type Login = LoginOut;
export type Setup = SecondFactorSetupOut;
export type DataExport = DataExportOut;

export const accountQuery = queryOptions({ queryKey: ["/api/v1/me"], queryFn: ({ signal }) => v1Get<Account>("/me", { signal }) });
export const loginsQuery = queryOptions({ queryKey: ["/api/v1/me/sessions"], queryFn: async ({ signal }) => (await v1Get<LoginsOut>("/me/sessions", { signal })).data });
export const exportsQuery = queryOptions({ queryKey: ["/api/v1/me/exports"], queryFn: async ({ signal }) => (await v1Get<DataExportsOut>("/me/exports", { signal })).data });

export const changeAccount = (body: AccountIn) => v1Send<Account>("PATCH", "/me", body);
export const changePassword = (body: NewPasswordIn) => v1Send<unknown>("POST", "/me/password", body);
export const changeEmail = (body: EmailIn) => v1Send<unknown>("POST", "/me/email", body);
export const endLogin = (id: string) => v1Send<unknown>("DELETE", `/me/sessions/${id}`);
export const endOtherLogins = () => v1Send<unknown>("DELETE", "/me/sessions");

export const beginFactor = (password: string) => v1Send<Setup>("POST", "/me/second-factor", { password });
export const confirmFactor = (code: string) => v1Send<RecoveryCodesOut>("POST", "/me/second-factor/confirm", { code });
export const renewCodes = (password: string) => v1Send<RecoveryCodesOut>("POST", "/me/second-factor/recovery-codes", { password });
export const removeFactor = (password: string, code: string) => v1Send<unknown>("DELETE", "/me/second-factor", { password, code });

export const connectGoogle = (password: string) => v1Send<LeaveOut>("POST", "/me/google", { password });
export const removeGoogle = (password: string) => v1Send<unknown>("DELETE", "/me/google", { password });

export const requestExport = () => v1Send<DataExport>("POST", "/me/export");
export const exportAddress = (id: string) => `/api/v1/me/exports/${id}`;
export const deleteAccount = (password: string) => v1Send<DeletionOut>("DELETE", "/me", { password });

export const ruleQuery = queryOptions({ queryKey: ["/api/v1/password-rule"], queryFn: ({ signal }) => v1Get<PasswordRule>("/password-rule", { signal }) });
export const setRule = (refuseCommon: boolean) => v1Send<PasswordRule>("PUT", "/password-rule", { refuseCommon });
