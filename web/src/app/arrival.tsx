import { Suspense, type ReactNode } from "react";
import { useLocation } from "react-router";

import { SpinnerScreen } from "@/components/ui/spinner";
import { useAuth } from "@/lib/auth";
import { common } from "@/lib/messages/common";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { Navigate } from "@/lib/navigation";

const ArrivalScreen = lazyComponent(async () => (await import("@/features/team/arrival-screen")).ArrivalScreen);

/**
 * A link out of a mail or message names its workspace (`?workspace=`): the reader is taken there before anything is
 * asked for.
 */
export function Arrival({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  const { pathname, search, hash } = useLocation();
  const params = new URLSearchParams(search);
  const wanted = params.get("workspace");
  if (!user || !wanted) return children;
  params.delete("workspace");
  const rest = params.toString();
  const target = pathname + (rest ? `?${rest}` : "") + hash;
  if (wanted === user.currentWorkspaceId) return <Navigate to={target} replace />;
  return (
    <Suspense fallback={<SpinnerScreen label={common.loading} />}>
      <ArrivalScreen user={user} workspaceId={wanted} target={target} />
    </Suspense>
  );
}
