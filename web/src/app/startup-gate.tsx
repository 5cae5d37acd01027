import { useEffect, useState, type ReactNode } from "react";

import { SpinnerScreen } from "@/components/ui/spinner";
import { app } from "@/lib/messages/app";
import { paths } from "@/lib/paths";

export const STARTUP_DELAY_MS = 500;

/**
 * Where a return from checkout goes, or null when the address is an ordinary one. The return address is
 * not a route: it is recognised before routing and before anyone asks who is signed in.
 */
export function startupTarget({ pathname, search }: Pick<Location, "pathname" | "search">): string | null {
  const params = new URLSearchParams(search);
  const sessionId = params.get("session_id");
  const returning = params.get("success") === "true" || params.has("session_id");
  if (!returning || !pathname.includes("/dashboard/website")) return null;
  return sessionId ? `${paths.pricing}?session_id=${encodeURIComponent(sessionId)}` : paths.pricing;
}

/** Shows "Processing Your Subscription" for 500 ms on a return from checkout, then the application at /pricing. */
export function StartupGate({ children }: { children: () => ReactNode }) {
  const [target, setTarget] = useState(() => startupTarget(window.location));

  useEffect(() => {
    if (!target) return;
    const timer = setTimeout(() => {
      window.history.replaceState(null, "", target);
      setTarget(null);
    }, STARTUP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [target]);

  if (!target) return children();
  return <SpinnerScreen label={app.processingSubscription} visible />;
}
