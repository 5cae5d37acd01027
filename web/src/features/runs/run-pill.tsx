import { useQuery } from "@tanstack/react-query";
import { Ban, Check, CircleAlert } from "lucide-react";

import { summaryQuery } from "@/api/results";
import { lazyPart } from "@/components/ui/lazy-part";
import { Spinner } from "@/components/ui/spinner";
import { usePatchParams } from "@/lib/address-params";
import { useAuth } from "@/lib/auth";
import { cn } from "@/lib/cn";
import { useCurrentBrandId } from "@/lib/current-brand";
import { ago } from "@/lib/format";
import { run as words } from "@/lib/messages/visibility";
import { useSearchParams } from "@/lib/navigation";

import type { Run } from "./api";
import { useLiveResults } from "./use-live-results";

const RunDrawer = lazyPart(async () => (await import("./run-drawer")).RunDrawer);

/**
 * The header's word on the analysis: under way, failed, or when the last one was; `?run=ID` opens it. Also the one
 * listener that keeps results fresh on every screen.
 */
export function RunPill() {
  const { businessInfo } = useAuth();
  const current = useCurrentBrandId();
  const brandId = businessInfo?.wizardCompleted ? current : null;
  const summary = useQuery({ ...summaryQuery(brandId ?? ""), enabled: Boolean(brandId) });
  const { shown, show } = useShownRun();
  useLiveResults(brandId, Boolean(summary.data?.activeRun));
  const run = summary.data?.activeRun ?? summary.data?.run ?? null;
  return (
    <>
      {run && summary.data ? (
        <Pill run={run} active={run === summary.data.activeRun} onOpen={() => show(run.id)} />
      ) : null}
      {shown && brandId ? <RunDrawer id={shown} summary={summary.data} onClose={() => show(null)} /> : null}
    </>
  );
}

/** `?run=1` asks to start one (`useUrlAction`); any other value names the run to show. */
function useShownRun(): { shown: string | null; show: (id: string | null) => void } {
  const [params] = useSearchParams();
  const patch = usePatchParams();
  const named = params.get("run");
  return { shown: named === "1" ? null : named, show: (id) => patch({ run: id }) };
}

const looks = {
  active: "border-accent-line bg-accent-surface text-accent-text hover:border-accent",
  failed: "border-attention-line bg-attention-surface text-attention-text hover:border-attention",
  idle: "max-sm:hidden border-line text-ink-2 hover:border-line-strong hover:text-ink",
};

function Pill({ run, active, onOpen }: { run: Run; active: boolean; onOpen: () => void }) {
  const Icon = run.status === "failed" ? CircleAlert : run.status === "canceled" ? Ban : Check;
  const state = active ? "active" : run.status === "failed" ? "failed" : "idle";
  const text = active
    ? words.pill(run.done, run.total)
    : state === "failed"
      ? words.pillFailed
      : run.status === "canceled"
        ? words.pillCanceled
        : words.pillIdle(ago(run.finishedAt ?? run.createdAt));
  return (
    <button
      type="button"
      onClick={onOpen}
      onPointerEnter={() => void RunDrawer.prefetch()}
      aria-haspopup="dialog"
      title={text}
      className={cn(
        "tabular inline-flex h-8 items-center gap-2 whitespace-nowrap rounded-full border px-3 text-sm font-medium transition-colors max-sm:w-8 max-sm:shrink-0 max-sm:justify-center max-sm:px-0",
        looks[state],
      )}
    >
      {active ? <Spinner className="size-3.5" /> : <Icon aria-hidden size={16} />}
      <span className={state === "idle" ? "max-xl:sr-only" : "max-sm:sr-only"}>{text}</span>
    </button>
  );
}
