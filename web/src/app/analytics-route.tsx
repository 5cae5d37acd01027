import { Suspense } from "react";

import { Skeleton } from "@/components/ui/skeleton";
import { AnalyticsScreen } from "@/features/analytics/analytics-screen";
import { AnswerList } from "@/features/analytics/answer-list";
import { ImportButton } from "@/features/runs/import/import-button";
import { lazyComponent } from "@/lib/lazy-with-retry";

import { AnswerDrawer } from "./answer-drawer";

const DetectablePlan = lazyComponent(async () => (await import("@/features/runs/detectable-plan")).DetectablePlan);

function Planner({ brandId }: { brandId: string }) {
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <DetectablePlan brandId={brandId} />
    </Suspense>
  );
}

/** Analytics with the evidence of the visibility slice. */
export function AnalyticsRoute() {
  return (
    <AnalyticsScreen
      AnswerList={AnswerList}
      ImportButton={ImportButton}
      Planner={Planner}
      answerDrawer={<AnswerDrawer />}
    />
  );
}
