import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { Spinner } from "@/components/ui/spinner";
import { useAuth } from "@/lib/auth";
import { useCurrentBrandId } from "@/lib/current-brand";
import { run as words } from "@/lib/messages/visibility";
import { patiently } from "@/lib/patiently";

import { summaryQuery } from "./api";
import { useHandOver } from "./reports/use-hand-over";
import { useLiveResults } from "./use-live-results";

const RunDrawer = lazy(patiently(async () => ({ default: (await import("./run-drawer")).RunDrawer })));

/** The header's sign of a running analysis, and the one listener that keeps results fresh on every screen. */
export function RunPill() {
  const { businessInfo } = useAuth();
  const current = useCurrentBrandId();
  const brandId = businessInfo?.wizardCompleted ? current : null;
  const summary = useQuery({ ...summaryQuery(brandId ?? ""), enabled: Boolean(brandId) });
  const run = summary.data?.activeRun ?? null;
  const [open, setOpen] = useState(false);
  useLiveResults(brandId, Boolean(run));
  useHandOver();

  if (!run) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className="tabular inline-flex h-8 items-center gap-2 rounded-full border border-accent-line bg-accent-surface px-3 text-sm font-medium text-accent-text transition-colors hover:border-accent"
      >
        <Spinner className="size-3.5" />
        <span className="max-sm:sr-only">{words.pill(run.done, run.total)}</span>
      </button>
      <Suspense>{open ? <RunDrawer run={run} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
