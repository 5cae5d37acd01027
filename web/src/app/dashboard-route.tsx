import { lazy, Suspense } from "react";

import { DashboardScreen } from "@/features/results/dashboard-screen";
import { lazyWithRetry } from "@/lib/lazy-with-retry";

const Found = lazy(
  lazyWithRetry(async () => ({ default: (await import("@/features/analytics/also-named")).AlsoNamed })),
);

const Review = lazy(
  lazyWithRetry(async () => ({ default: (await import("@/features/analytics/panel-review")).PanelReview })),
);

function PanelReview({ brandId }: { brandId: string }) {
  return (
    <Suspense>
      <Review brandId={brandId} />
    </Suspense>
  );
}

const Offered = lazy(
  lazyWithRetry(async () => ({ default: (await import("@/features/analytics/panel/proposal-notice")).ProposalNotice })),
);

function Proposal({ brandId }: { brandId: string }) {
  return (
    <Suspense>
      <Offered brandId={brandId} />
    </Suspense>
  );
}

function AlsoNamed({ brandId }: { brandId: string }) {
  return (
    <Suspense>
      <Found brandId={brandId} />
    </Suspense>
  );
}

/** The dashboard with the names that answers put forward, which another slice knows. */
export function DashboardRoute() {
  return <DashboardScreen AlsoNamed={AlsoNamed} PanelReview={PanelReview} Proposal={Proposal} />;
}
