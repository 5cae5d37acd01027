/** What to tell somebody about a password, and how strong it is from 0 (trivial) to 4. */
export type Advice = {
  strength: 0 | 1 | 2 | 3 | 4;
  reason: "short" | "common" | "simple" | "fair" | "good" | "strong";
};

let listed: Promise<ReadonlySet<string>> | null = null;

/** The common passwords, fetched once; without a connection nothing counts as common. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  listed ??= fetch("/api/v1/auth/common-passwords")
    .then(async (answer) => (answer.ok ? new Set((await answer.text()).split("\n")) : new Set<string>()))
    .catch(() => {
      listed = null;
      return new Set<string>();
    });
  return listed;
}

export async function adviceOn(password: string): Promise<Advice> {
  if (password.length < 8) return { strength: 0, reason: "short" };
  return judge(password, (await commonPasswords()).has(password.trim().toLowerCase()));
}

/** Bits a guesser must try at least, judged by length, kinds of characters and repetition. */
export function judge(password: string, common: boolean): Advice {
  if (common) return { strength: 0, reason: "common" };
  const distinct = new Set(password).size;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const bits = Math.min(password.length, distinct * 2) * (2 + kinds * 0.75);
  if (distinct < 5 || bits < 28) return { strength: 1, reason: "simple" };
  if (bits < 40) return { strength: 2, reason: "fair" };
  if (bits < 60) return { strength: 3, reason: "good" };
  return { strength: 4, reason: "strong" };
}
