import { Suspense, useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router";

import { TroubleScreen } from "@/components/layout/trouble-screen";
import { SpinnerScreen } from "@/components/ui/spinner";
import { useAuth } from "@/lib/auth";
import { ApiError } from "@/lib/http";
import { app } from "@/lib/messages/app";
import { common } from "@/lib/messages/common";
import { Navigate } from "@/lib/navigation";
import { authThen, paths } from "@/lib/paths";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { useSupportOver } from "@/lib/session-signal";

const FactorGate = lazyComponent(async () => (await import("@/features/account/factor-gate")).FactorGate);
const SupportOver = lazyComponent(async () => (await import("@/features/support/support-over")).SupportOverScreen);

export const AUTH_TIMEOUT_MS = 10_000;

/** Screens that need a signed-in user: a spinner while unknown, /auth when nobody is. */
export function Protected({ children }: { children: ReactNode }) {
  const { user, isLoading, error, retry } = useAuth();
  const location = useLocation();
  const supportOver = useSupportOver();
  // Stays until it is left by its button: the recovery codes are shown there, once.
  const [gate, setGate] = useState<"open" | "leaving" | null>(null);
  if (error) return <TroubleScreen error={error} onRetry={retry} />;
  if (isLoading) return <AuthWait onRetry={retry} />;
  if (!user && supportOver) return <SupportOverScreen />;
  if (!user) {
    const target = location.pathname + location.search + location.hash;
    return <Navigate to={target === paths.dashboard ? paths.auth : authThen(target)} replace />;
  }
  if (user.secondFactorDue && gate === null) setGate("open");
  if (!user.secondFactorDue && gate === "leaving") setGate(null);
  if (gate) {
    return (
      <Suspense fallback={<SpinnerScreen label={common.loading} />}>
        <FactorGate user={user} onDone={() => setGate("leaving")} />
      </Suspense>
    );
  }
  return children;
}

function SupportOverScreen() {
  return (
    <Suspense fallback={<SpinnerScreen label={common.loading} />}>
      <SupportOver />
    </Suspense>
  );
}

/** The wait for the user and the business info, which turns into an error card after ten seconds. */
export function AuthWait({ onRetry }: { onRetry: () => void }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (slow) return;
    const timer = setTimeout(() => setSlow(true), AUTH_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [slow]);

  if (!slow) return <SpinnerScreen label={common.loading} />;
  const again = () => {
    setSlow(false);
    onRetry();
  };
  return <TroubleScreen title={app.slowTitle} error={new ApiError(app.slowText, 0)} onRetry={again} />;
}
