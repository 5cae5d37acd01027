import { useQuery } from "@tanstack/react-query";

import { TroubleScreen } from "@/components/layout/trouble-screen";
import { SpinnerScreen } from "@/components/ui/spinner";
import { useAuth } from "@/lib/auth";
import { common } from "@/lib/messages/common";
import { Navigate } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import { draftQuery } from "./api";
import { Wizard } from "./wizard";

/** Needs a signed-in user; a finished wizard leads to the dashboard. Opens where the draft stopped. */
export function OnboardingScreen() {
  const { user, businessInfo, isLoading, error, retry } = useAuth();
  const draft = useQuery({ ...draftQuery, enabled: Boolean(user) && businessInfo?.wizardCompleted === false });
  if (isLoading) return <SpinnerScreen label={common.loading} />;
  if (error) return <TroubleScreen error={error} onRetry={retry} />;
  if (!user) return <Navigate to={paths.auth} replace />;
  if (businessInfo?.wizardCompleted) return <Navigate to={paths.dashboard} replace />;
  if (draft.isLoading) return <SpinnerScreen label={common.loading} />;
  return <Wizard draft={draft.data ?? {}} business={businessInfo} />;
}
