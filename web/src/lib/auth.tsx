import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useMemo, type ReactNode } from "react";

import { BUSINESS_INFO_KEY, businessInfoQuery, USER_KEY, userQuery, type BusinessInfo, type CurrentUser } from "@/api/session";
import { common } from "@/lib/messages/common";

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
  const business = useQuery({ ...businessInfoQuery, enabled: Boolean(user.data) });

  const signedIn = useCallback(
    (next: CurrentUser) => {
      client.removeQueries({ queryKey: BUSINESS_INFO_KEY });
      client.setQueryData(USER_KEY, next);
    },
    [client],
  );
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
    [user.data, user.isLoading, user.error, business.data, business.isLoading, business.error, retry, signedIn, refreshBusinessInfo],
  );
  return <AuthContext.Provider value={auth}>{children}</AuthContext.Provider>;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error(common.authOutsideProvider);
  return auth;
}
