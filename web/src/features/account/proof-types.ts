import type { PasskeyAnswer } from "@/api/passkeys";

export type ProofName = "password" | "code";

/** What shows that it is still the account's person; what was not asked for is missing. */
export type Proof = Partial<Record<ProofName, string>> & { passkey?: PasskeyAnswer };
