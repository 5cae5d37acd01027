import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useLocation } from "react-router";

import { accessQuery } from "@/api/access";
import { screenAt } from "@/api/views";
import { VerifyBanner } from "@/features/account/verify-banner";
import { OutputsButton } from "@/features/publishing/outputs-button";
import { useReportDownloads } from "@/features/publishing/reports/use-report-downloads";
import { RunPill } from "@/features/runs/run-pill";
import { Shell } from "@/features/shell/shell";
import { useAuth } from "@/lib/auth";
import { lazyComponent } from "@/lib/lazy-with-retry";

import { Arrival } from "./arrival";
import { BrandInView } from "./brand-in-view";
import { Landing } from "./landing";
import { Protected } from "./protected";
import { useRequiredFeature, useRouteTitle } from "./route-frame";

const ImpersonationBanner = lazyComponent(
  async () => (await import("@/features/support/impersonation-banner")).ImpersonationBanner,
);
const ServiceNotice = lazyComponent(async () => (await import("@/features/support/service-notice")).ServiceNotice);
const ExampleNotice = lazyComponent(async () => (await import("@/features/onboarding/example-notice")).ExampleNotice);
const PausedNotice = lazyComponent(async () => (await import("@/features/team/paused-notice")).PausedNotice);
const PaymentNotice = lazyComponent(async () => (await import("@/features/billing/payment-notice")).PaymentNotice);

const ViewsButton = lazyComponent(async () => (await import("@/features/views/views-button")).ViewsButton);

/** The frame of every signed-in section. */
export function ShellRoute() {
  const title = useRouteTitle();
  useAccessAhead();
  return (
    <Protected>
      <Arrival>
        <Landing>
          <BrandInView>
            <Shell title={title ?? ""} headerSlot={<HeaderSlot />} notice={<Above />} />
          </BrandInView>
        </Landing>
      </Arrival>
    </Protected>
  );
}

/** A section that asks the plan first has its answer with the business, not a round trip after it. */
function useAccessAhead() {
  const { user } = useAuth();
  const asked = useRequiredFeature();
  useQuery({ ...accessQuery(asked ?? "analytics.full"), enabled: Boolean(user && asked) });
}

/** Stands on every screen of somebody signed in, who is handed the reports this tab asked for here. */
function HeaderSlot() {
  const { pathname } = useLocation();
  useReportDownloads();
  return (
    <>
      <RunPill />
      {screenAt(pathname) ? (
        <Suspense fallback={null}>
          <ViewsButton />
        </Suspense>
      ) : null}
      <OutputsButton />
    </>
  );
}

/** Its place is kept, so that nothing moves when the button arrives. */
function PhoneViews() {
  const { pathname } = useLocation();
  if (!screenAt(pathname)) return null;
  return (
    <div className="h-12 px-4 pt-4 sm:hidden">
      <Suspense fallback={null}>
        <ViewsButton phone />
      </Suspense>
    </div>
  );
}

function Above() {
  return (
    <>
      <Notice />
      <PhoneViews />
    </>
  );
}

/** That an address waits to be confirmed is known with the person; everything else comes after the page. */
function Notice() {
  const { user } = useAuth();
  const here = user?.workspaces.find(({ id }) => id === user.currentWorkspaceId);
  return (
    <>
      <Suspense fallback={null}>{user ? <ImpersonationBanner as={user.email} /> : null}</Suspense>
      {user && !user.emailVerified ? <VerifyBanner /> : null}
      <Suspense fallback={null}>
        <div className="mx-auto w-full max-w-[1248px] px-4 empty:hidden *:mt-4 lg:px-6">
          {here?.example ? <ExampleNotice /> : null}
          {user ? <PaymentNotice /> : null}
          {here?.paused ? <PausedNotice /> : null}
          <ServiceNotice />
        </div>
      </Suspense>
    </>
  );
}
