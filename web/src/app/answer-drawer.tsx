import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";

import { summaryQuery } from "@/api/results";
import { useCurrentBrandId } from "@/lib/current-brand";
import { evidenceRun } from "@/lib/evidence-run";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { useDrawer } from "@/lib/use-drawer";

const EvidenceDrawer = lazyComponent(async () => (await import("@/features/findings/evidence-drawer")).EvidenceDrawer);

/**
 * The answer or the score named in the address, over a screen of another slice; fetched when the first one is opened.
 */
export function AnswerDrawer() {
  const { drawer } = useDrawer();
  const brandId = useCurrentBrandId();
  const asked = drawer.metric !== null && brandId !== null;
  const summary = useQuery({ ...summaryQuery(brandId ?? ""), enabled: asked });
  const runId = asked ? (drawer.run ?? (summary.data ? evidenceRun(summary.data, drawer.metric) : null)) : null;
  return <Suspense>{drawer.answerId || runId ? <EvidenceDrawer runId={runId} /> : null}</Suspense>;
}
