import { account as words } from "@/lib/messages/account";

import type { FieldSpec } from "./account-form";
import type { Account } from "./api";
import type { ProofName } from "./proof-types";

const password: FieldSpec<ProofName> = {
  name: "password",
  label: words.currentPassword,
  kind: "current-password",
  missing: words.currentPasswordMissing,
};

/** The fields a guarded change asks for: a code where two-step sign-in is on, else the password there is. */
export function proofFields(account: Account): readonly FieldSpec<ProofName>[] {
  if (account.secondFactor.enabled) return [codeField(account)];
  return account.hasPassword ? [password] : [];
}

/** The same where the password is asked for besides. */
export function bothFields(account: Account): readonly FieldSpec<ProofName>[] {
  return account.secondFactor.enabled && account.hasPassword
    ? [password, ...proofFields(account)]
    : proofFields(account);
}

/** Where a code is asked for; a passkey will do instead for whoever has one. */
export function codeField({ secondFactor }: Account): FieldSpec<"code"> {
  return {
    name: "code",
    label: secondFactor.app ? words.factorAnyCode : words.factorRecovery,
    kind: "code",
    missing: words.codeMissing,
    passkey: secondFactor.passkeys > 0,
  };
}
