import type { AuthProvider } from "react-admin";

import { finishSignIn, forgetMe, me, noteSessionEnd, signOut } from "./session";

/** react-admin's own word for downloading a list; the server knows reading the list. */
const SAME_AS: Record<string, string> = { export: "list" };

/**
 * Mirrors the server's permission table; the server decides again on every call.
 * `login` is the second step of signing in ({code}); the first one happens on the sign-in page.
 */
export const authProvider: AuthProvider = {
  login: async ({ code }: { code: string }) => {
    await finishSignIn(code);
  },
  logout: async () => {
    await signOut().catch(() => undefined);
  },
  checkAuth: async () => {
    // A refusal here signs out; a server that does not answer for a moment must not.
    await me().catch((error: { status?: number }) => {
      if (error.status !== 401) return;
      noteSessionEnd(error);
      throw error;
    });
  },
  // A change that was refused keeps its page and says so itself.
  checkError: async (error: { status?: number; body?: { stays?: boolean } } | null) => {
    if (error?.status !== 401 || error.body?.stays) return;
    noteSessionEnd(error);
    forgetMe();
    throw error;
  },
  getIdentity: async () => {
    const { id, email, name, role } = await me();
    return { id, fullName: name || email, email, role };
  },
  // Nobody may do nothing. A refusal here would be asked again for seconds and then sign out whoever is still
  // filling in the invitation they followed.
  getPermissions: async () => {
    try {
      return (await me()).permissions;
    } catch (error) {
      if ((error as { status?: number }).status === 401) return {};
      throw error;
    }
  },
  canAccess: async ({ resource, action }) => {
    const { permissions } = await me();
    return permissions[resource]?.includes(SAME_AS[action] ?? action) ?? false;
  },
};
