import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Circle, Loader, Minus } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { SheetContent } from "@/components/ui/sheet";
import { cn } from "@/lib/cn";
import { textOf } from "@/lib/http";
import { run as words } from "@/lib/messages/visibility";
import { toast } from "@/lib/toast";

import { brandResults, cancelRun, type Run, type StageState } from "./api";

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
            <span className={cn("flex-1", state === "pending" || state === "skipped" ? "text-ink-3" : "text-ink", state === "running" && "font-medium")}>
              {words.stages[name] ?? name}
              <span className="sr-only">, {words.states[state]}</span>
            </span>
            <span className="tabular text-sm text-ink-3">{state === "pending" || state === "skipped" ? "" : words.counts(done, total)}</span>
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

/** The drawer behind the run pill: every stage, what each engine answered, and a way to stop. */
export function RunDrawer({ run }: { run: Run }) {
  const active = run.status === "queued" || run.status === "running";
  return (
    <SheetContent title={active ? words.title : words.finishedTitle} description={words.text} className="max-w-[440px]" footer={active ? <Cancel run={run} /> : null}>
      <div className="flex flex-col gap-6 px-5 pb-6">
        <StageList run={run} />
        {run.engines.length ? (
          <ul className="flex flex-col gap-2 border-t border-line pt-5">
            {run.engines.map((engine) => (
              <li key={engine.id} className="flex items-baseline justify-between gap-4">
                <span>
                  {engine.name} <span className="text-sm text-ink-3">{engine.model}</span>
                </span>
                <span className="tabular text-sm text-ink-2">
                  {engine.answered}
                  {engine.failed ? ` · ${engine.failed} failed` : ""}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </SheetContent>
  );
}

function Cancel({ run }: { run: Run }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelRun(run.id),
    onSuccess: () => client.invalidateQueries({ queryKey: brandResults(run.brandId) }),
    onError: (error) => toast({ title: textOf(error), variant: "destructive" }),
  });
  return (
    <Button look="secondary" pending={cancel.isPending} onClick={() => cancel.mutate()}>
      {cancel.isPending ? words.canceling : words.cancel}
    </Button>
  );
}
