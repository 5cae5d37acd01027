import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";

import { useAuth } from "@/lib/auth";
import { ApiError } from "@/lib/http";
import { useNavigate, useSearchParams } from "@/lib/navigation";
import { authThen } from "@/lib/paths";

import { POLLS, resultQuery } from "./api";
import { announceSubscription } from "./subscription-signal";

export type Return =
  | { state: "none" }
  | { state: "checking" }
  | { state: "waiting"; again: () => void }
  | { state: "done"; wasUpgrade: boolean };

const NONE: Return = { state: "none" };
type Kept = { returned?: { wasUpgrade: boolean } } | null;

/**
 * A return from the payment page: asks what came of it until it is known or half a minute is over, tells every
 * tab, and takes the session out of the address, so that reloading does not ask again.
 */
export function useCheckoutReturn(): Return {
  const { user, isLoading } = useAuth();
  const [params, setParams] = useSearchParams();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const sessionId = params.get("session_id");
  const result = useQuery(resultQuery(sessionId, Boolean(user)));
  const signedOut =
    sessionId !== null &&
    !isLoading &&
    (user === null || (result.error instanceof ApiError && result.error.status === 401));
  const outcome = sessionId !== null && result.data?.processed ? result.data : null;

  useEffect(() => {
    if (signedOut) void navigate(authThen(pathname + search), { replace: true });
  }, [signedOut, navigate, pathname, search]);

  useEffect(() => {
    if (!outcome) return;
    announceSubscription(client, "completed");
    const clean = (old: URLSearchParams) => {
      const fresh = new URLSearchParams(old);
      fresh.delete("session_id");
      return fresh;
    };
    setParams(clean, {
      replace: true,
      preventScrollReset: true,
      state: { returned: { wasUpgrade: outcome.wasUpgrade } } satisfies Kept,
    });
  }, [outcome, client, setParams]);

  const kept = (state as Kept)?.returned;
  if (kept) return { state: "done", wasUpgrade: kept.wasUpgrade };
  if (sessionId === null || !user) return NONE;
  if (outcome) return { state: "done", wasUpgrade: outcome.wasUpgrade };
  const polls =
    result.dataUpdatedAt || result.errorUpdatedAt
      ? (client.getQueryState(resultQuery(sessionId, true).queryKey)?.dataUpdateCount ?? 0) + result.errorUpdateCount
      : 0;
  return polls < POLLS
    ? { state: "checking" }
    : { state: "waiting", again: () => void client.resetQueries({ queryKey: resultQuery(sessionId, true).queryKey }) };
}
