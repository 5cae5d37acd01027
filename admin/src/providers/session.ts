import type { WaysInOut } from "@/api/generated";
import { call, codeOf } from "@/api/http";

/** The person at the console, and what the server lets them do: resource -> permitted words. */
export type Me = {
  id: string;
  email: string;
  name: string | null;
  role: string;
  permissions: Record<string, string[]>;
};

let known: Promise<Me> | null = null;
let ending: string | null = null;

const ENDED = "Your session has ended. Sign in again to go on.";
/** The server's code for a session that nobody used; it says so itself. */
const IDLE = "session-idle";

/** Who is signed in; asked once and shared until it is forgotten. Rejects with an `HttpError` 401 for nobody. */
export function me(): Promise<Me> {
  known ??= call<Me>("GET", "/session").then(
    ({ data }) => data,
    (error: unknown) => {
      known = null;
      throw error;
    },
  );
  return known;
}

/** Remembers for the page to sign in on that somebody was signed in until now, and why no longer. */
export function noteSessionEnd(refusal: unknown): void {
  if (codeOf(refusal) === IDLE) ending = (refusal as Error).message;
  else if (known !== null) ending ??= ENDED;
}

/** The sentence about a session that ended by itself, which nobody asked for. */
export const sessionEnd = () => ending;

export function forgetMe(): void {
  known = null;
}

/** How the deployment lets staff in: at their provider, or with password and authenticator. */
export const waysIn = async (): Promise<WaysInOut> => (await call<WaysInOut>("GET", "/session/ways")).data;

/** First step; what is still missing is a code of the authenticator. */
export async function startSignIn(email: string, password: string): Promise<void> {
  await call("POST", "/session", { body: { email, password } });
}

export async function finishSignIn(code: string): Promise<Me> {
  const { data } = await call<Me>("POST", "/session/totp", { body: { code } });
  ending = null;
  known = Promise.resolve(data);
  return data;
}

export type OwnPassword = { currentPassword: string; password: string; code: string };

export async function changePassword(proof: OwnPassword): Promise<void> {
  await call("POST", "/session/password", { body: proof });
}

export async function signOut(): Promise<void> {
  forgetMe();
  await call("DELETE", "/session");
}

export type Invitation = { email: string; role: string; otpauthUri: string; qrSvg: string; secret: string };

export async function readInvitation(token: string): Promise<Invitation> {
  return (await call<Invitation>("GET", `/staff-invitations/${encodeURIComponent(token)}`)).data;
}

export async function acceptInvitation(
  token: string,
  answer: { name?: string; password: string; code: string },
): Promise<Me> {
  const { data } = await call<Me>("POST", `/staff-invitations/${encodeURIComponent(token)}`, { body: answer });
  known = Promise.resolve(data);
  return data;
}
