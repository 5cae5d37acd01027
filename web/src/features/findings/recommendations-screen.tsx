import { Suspense } from "react";

import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Guarded } from "@/components/ui/guarded";
import { useCurrentBrandId } from "@/lib/current-brand";
import { advised as words } from "@/lib/messages/homepage";
import { homepage } from "@/lib/messages/gaps";
import { dashboard } from "@/lib/messages/visibility";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { useDrawer } from "@/lib/use-drawer";

import { SimulatedMark } from "./no-gaps";
import { Recommendations } from "./recommendations";

const EvidenceDrawer = lazyComponent(async () => (await import("./evidence-drawer")).EvidenceDrawer);

/** Everything there is to do for the brand in view, most valuable first. */
export function RecommendationsScreen() {
  const brandId = useCurrentBrandId();
  const { drawer } = useDrawer();
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  return (
    <Guarded>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-2">
          {words.inOrder} <SimulatedMark brandId={brandId} />
        </p>
        <Card key={brandId} aria-label={homepage.recommendations}>
          <h2 className="sr-only">{homepage.recommendations}</h2>
          <Recommendations brandId={brandId} />
        </Card>
      </div>
      <Suspense>{drawer.answerId ? <EvidenceDrawer runId={null} /> : null}</Suspense>
    </Guarded>
  );
}
