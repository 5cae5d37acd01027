import { lazy, Suspense } from "react";

import { useDrawer } from "@/features/visibility/use-drawer";
import { patiently } from "@/lib/patiently";

const EvidenceDrawer = lazy(patiently(async () => ({ default: (await import("@/features/visibility/evidence-drawer")).EvidenceDrawer })));

/** The answer named in the address, over a screen of another slice; fetched when the first one is opened. */
export function AnswerDrawer() {
  const { drawer } = useDrawer();
  return <Suspense>{drawer.answerId ? <EvidenceDrawer runId={null} /> : null}</Suspense>;
}
