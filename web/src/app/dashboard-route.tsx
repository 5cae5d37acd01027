import { lazy, Suspense } from "react";

import { DashboardScreen } from "@/features/results/dashboard-screen";
import { lazyWithRetry } from "@/lib/lazy-with-retry";

const Found = lazy(
  lazyWithRetry(async () => ({ default: (await import("@/features/analytics/also-named")).AlsoNamed })),
);

const Beside = lazy(
  lazyWithRetry(async () => ({
    default: (await import("@/features/analytics/beside-competitors")).BesideCompetitors,
  })),
);

function BesideCompetitors({ brandId }: { brandId: string }) {
  return (
    <Suspense>
      <Beside brandId={brandId} />
    </Suspense>
  );
}

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

/** The dashboard with who else is named, which another slice knows. */
export function DashboardRoute() {
  return (
    <DashboardScreen
      BesideCompetitors={BesideCompetitors}
      AlsoNamed={AlsoNamed}
      PanelReview={PanelReview}
      Proposal={Proposal}
    />
  );
}
