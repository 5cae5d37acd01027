import { Suspense } from "react";

import { DashboardScreen } from "@/features/results/dashboard-screen";
import { lazyComponent } from "@/lib/lazy-with-retry";

const Found = lazyComponent(async () => (await import("@/features/analytics/also-named")).AlsoNamed);

const Beside = lazyComponent(async () => (await import("@/features/analytics/beside-competitors")).BesideCompetitors);

function BesideCompetitors({ brandId }: { brandId: string }) {
  return (
    <Suspense>
      <Beside brandId={brandId} />
    </Suspense>
  );
}

const Review = lazyComponent(async () => (await import("@/features/analytics/panel-review")).PanelReview);

function PanelReview({ brandId }: { brandId: string }) {
  return (
    <Suspense>
      <Review brandId={brandId} />
    </Suspense>
  );
}

const Offered = lazyComponent(async () => (await import("@/features/analytics/panel/proposal-notice")).ProposalNotice);

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
