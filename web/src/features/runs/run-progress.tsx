import { Check, Circle, Loader, Minus } from "lucide-react";

import { Progress } from "@/components/ui/progress";
import { cn } from "@/lib/cn";
import { run as words } from "@/lib/messages/visibility";

import type { Run, StageState } from "./api";

const icons: Record<StageState, { icon: typeof Check; ink: string }> = {
  done: { icon: Check, ink: "text-good-text" },
  running: { icon: Loader, ink: "text-accent-text animate-spin" },
  pending: { icon: Circle, ink: "text-ink-3" },
  skipped: { icon: Minus, ink: "text-ink-3" },
};

/** Stages of a run in order, with counts instead of a made-up percentage. */
export function StageList({ run }: { run: Run }) {
  return (
    <ol className="flex flex-col gap-2.5">
      {run.stages.map(({ name, done, total, state }) => {
        const { icon: Icon, ink } = icons[state];
        return (
          <li key={name} className="flex items-center gap-3" aria-current={state === "running" ? "step" : undefined}>
            <Icon aria-hidden size={16} className={ink} />
            <span
              className={cn(
                "flex-1",
                state === "pending" || state === "skipped" ? "text-ink-3" : "text-ink",
                state === "running" && "font-medium",
              )}
            >
              {words.stages[name] ?? name}
              <span className="sr-only">, {words.states[state]}</span>
            </span>
            <span className="tabular text-sm text-ink-3">
              {state === "pending" || state === "skipped" ? "" : words.counts(done, total)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** One line of live progress, announced politely. */
export function ProgressLine({ run }: { run: Run }) {
  const stage = run.stage ? (words.stages[run.stage] ?? run.stage) : words.queued;
  const finished = run.stages.filter((item) => item.state === "done" || item.state === "skipped").length;
  const share = finished + (run.total > 0 ? Math.min(1, run.done / run.total) : 0);
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="flex justify-between gap-4 text-sm">
        <span className="font-medium">{stage}</span>
        <span className="tabular text-ink-2">{words.counts(run.done, run.total)}</span>
      </p>
      <Progress value={run.status === "queued" ? null : share} max={run.stages.length} label={stage} />
    </div>
  );
}
