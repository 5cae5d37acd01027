import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, type ReactNode } from "react";

import {
  BUSINESS_INFO_KEY,
  businessInfoQuery,
  USER_KEY,
  userQuery,
  type BusinessInfo,
  type CurrentUser,
} from "@/api/session";
import { hardNavigate } from "@/lib/browser";
import { forgetWhenLeft } from "@/lib/forget-when-left";
import { common } from "@/lib/messages/common";
import { paths } from "@/lib/paths";
import { setReader } from "@/lib/reader";
import { announceSession, listenToSession, setSessionEnded } from "@/lib/session-signal";

export type Auth = {
  /** Null when signed out, undefined while unknown. */
  user: CurrentUser | null | undefined;
  businessInfo: BusinessInfo | null | undefined;
  /** True while either the user or the business info is loading. */
  isLoading: boolean;
  error: unknown;
  retry: () => void;
  /** A login or registration succeeded: this user is current, and the business info is fetched anew. */
  signedIn: (user: CurrentUser) => void;
  refreshBusinessInfo: () => Promise<void>;
};

const AuthContext = createContext<Auth | null>(null);

/** Who is signed in and for which business. Business info is fetched only when a user is present. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const user = useQuery(userQuery);
  setReader(user.data?.locale, user.data?.timeZone);
  const business = useQuery({ ...businessInfoQuery, enabled: Boolean(user.data) && !user.data?.secondFactorDue });

  const signedIn = useCallback(
    (next: CurrentUser) => {
      client.removeQueries({ queryKey: BUSINESS_INFO_KEY });
      client.setQueryData(USER_KEY, next);
      announceSession(next.id);
    },
    [client],
  );
  const me = user.data?.id ?? null;
  useWorkspaceChange(user.data);
  const hadUser = useRef(false);
  useEffect(() => {
    hadUser.current ||= me !== null;
    return listenToSession(({ userId }) => follow(client, me, userId, hadUser.current));
  }, [client, me]);
  const refreshBusinessInfo = useCallback(() => client.invalidateQueries({ queryKey: BUSINESS_INFO_KEY }), [client]);
  const retry = useCallback(() => {
    void client.refetchQueries({ queryKey: user.isError ? USER_KEY : BUSINESS_INFO_KEY });
  }, [client, user.isError]);

  const auth = useMemo<Auth>(
    () => ({
      user: user.data,
      businessInfo: user.data ? business.data : null,
      isLoading: user.isLoading || business.isLoading,
      error: user.error ?? business.error,
      retry,
      signedIn,
      refreshBusinessInfo,
    }),
    [
      user.data,
      user.isLoading,
      user.error,
      business.data,
      business.isLoading,
      business.error,
      retry,
      signedIn,
      refreshBusinessInfo,
    ],
  );
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>;
}

/**
 * Somebody else, or another tab, took this page's workspace away: what the page holds belongs to a workspace it no
 * longer acts in,
 * so it starts anew: after an example, where one's own business is set up. Finding a first workspace is no such change.
 */
function useWorkspaceChange(user: CurrentUser | null | undefined): void {
  const current = user?.currentWorkspaceId;
  const example = user?.workspaces.some((workspace) => workspace.example && workspace.id === current);
  const held = useRef<string | null>(null);
  const start = useRef<string>(paths.dashboard);
  useEffect(() => {
    if (current === undefined) return;
    if (held.current !== null && held.current !== current) hardNavigate(start.current);
    held.current = current;
    start.current = example ? paths.onboarding : paths.dashboard;
  }, [current, example]);
}

/**
 * Another tab signed in or out: the same person goes on here, anybody else starts from a clean page. That nobody is
 * signed in any
 * more may be known here already, by the server's word, when the other tab tells it.
 */
function follow(client: QueryClient, me: string | null, userId: string | null, hadUser: boolean): void {
  if (userId === null && !hadUser) return;
  if (userId === me && userId !== null) {
    setSessionEnded(false);
    void client.invalidateQueries({ queryKey: USER_KEY });
    return;
  }
  if (userId === null) {
    forgetWhenLeft(client);
    hardNavigate(paths.login);
  } else if (me === null) {
    void client.refetchQueries({ queryKey: USER_KEY });
  } else {
    hardNavigate(paths.dashboard);
  }
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error(common.authOutsideProvider);
  return auth;
}
