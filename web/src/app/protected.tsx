import { useEffect, useState, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router";

import { TroubleScreen } from "@/components/layout/trouble-screen";
import { SpinnerScreen } from "@/components/ui/spinner";
import { useAuth } from "@/lib/auth";
import { ApiError } from "@/lib/http";
import { app } from "@/lib/messages/app";
import { common } from "@/lib/messages/common";
import { authThen, paths } from "@/lib/paths";

export const AUTH_PATIENCE_MS = 10_000;

/** Screens that need a signed-in user: a spinner while unknown, /auth when nobody is. */
export function Protected({ children }: { children: ReactNode }) {
  const { user, isLoading, error, retry } = useAuth();
  const location = useLocation();
  if (error) return <TroubleScreen error={error} onRetry={retry} />;
  if (isLoading) return <AuthWait onRetry={retry} />;
  if (!user) {
    const target = location.pathname + location.search + location.hash;
    return <Navigate to={target === paths.dashboard ? paths.auth : authThen(target)} replace />;
  }
  return children;
}

/** The wait for the user and the business info, which turns into an error card after ten seconds. */
export function AuthWait({ onRetry }: { onRetry: () => void }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (slow) return;
    const timer = setTimeout(() => setSlow(true), AUTH_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [slow]);

  if (!slow) return <SpinnerScreen label={common.loading} />;
  const again = () => {
    setSlow(false);
    onRetry();
  };
  return <TroubleScreen title={app.slowTitle} error={new ApiError(app.slowText, 0)} onRetry={again} />;
}
