import { lazy, Suspense } from "react";

import { Shell } from "@/features/shell/shell";
import { RunPill } from "@/features/visibility/run-pill";
import { useAuth } from "@/lib/auth";

import { Protected } from "./protected";
import { useRouteTitle } from "./route-frame";

const VerifyBanner = lazy(async () => ({ default: (await import("@/features/account/verify-banner")).VerifyBanner }));

/** The frame of every signed-in section. */
export function ShellRoute() {
  const title = useRouteTitle();
  return (
    <Protected>
      <Shell title={title ?? ""} headerSlot={<RunPill />} notice={<Notice />} />
    </Protected>
  );
}

/** Fetched only for those who have not confirmed their address. */
function Notice() {
  const { user } = useAuth();
  if (!user || user.emailVerified) return null;
  return (
    <Suspense fallback={null}>
      <VerifyBanner />
    </Suspense>
  );
}
