const KEY = "presence.invitation";

/**
 * The secret of an invitation while its visitor is away, signing in with Google or as somebody else: in this tab only,
 * and taken out
 * as soon as the invitation is shown again.
 */
export const keepInvitation = (token: string) => sessionStorage.setItem(KEY, token);

export const invitationWaits = () => sessionStorage.getItem(KEY) !== null;

export function takeInvitation(): string {
  const token = sessionStorage.getItem(KEY) ?? "";
  sessionStorage.removeItem(KEY);
  return token;
}
