import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";

import { brandResults, type Summary } from "@/api/results";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { dateTime } from "@/lib/format";
import { namesNothing, textOf } from "@/lib/http";
import { engines } from "@/lib/messages/homepage";
import { dashboard, run as words } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";
import { useEditing } from "@/lib/use-editing";

import { AnalyzeNow } from "./analyze-now";
import { cancelRun, isActive, runQuery, type Run } from "./api";
import { costOf, countsOf, useOwnKeys } from "./run-costs";
import { CostLine, EngineName } from "./run-engines";
import { etaOf } from "./run-eta";
import { StageList } from "./run-progress";
import { leftOut, useRetryFailed } from "./use-retry-failed";
import { UsedUp } from "./used-up";

const LOOK_EVERY_MS = 5_000;

type RunDrawerProps = { id: string; summary: Summary | undefined; onClose: () => void };

/**
 * The drawer behind the run pill and `?run=ID`: every stage, what each engine answered, how long it may take, what
 * failed, and a way to stop or to ask again.
 */
export function RunDrawer({ id, summary, onClose }: RunDrawerProps) {
  const followed = [summary?.activeRun, summary?.run].find((run) => run?.id === id) ?? null;
  const asked = useQuery({
    ...runQuery(id),
    enabled: !followed,
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? LOOK_EVERY_MS : false),
  });
  const run = followed ?? asked.data;
  const acts = useRunActions(run, summary);
  const active = run !== undefined && isActive(run);
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent
        title={active ? words.title : words.finishedTitle}
        description={active ? words.text : undefined}
        className="max-w-[440px]"
        footer={acts}
      >
        <div className="flex flex-col gap-6 px-5 pb-6">
          {run ? <RunDetails run={run} before={summary?.run ?? null} /> : <Missing asked={asked} />}
        </div>
      </SheetContent>
    </Sheet>
  );
}

function Missing({ asked }: { asked: UseQueryResult<Run> }) {
  if (namesNothing(asked.error)) return <p className="text-ink-2">{words.gone}</p>;
  return asked.isError ? (
    <ErrorCard error={asked.error} onRetry={() => void asked.refetch()} />
  ) : (
    <Skeleton className="h-64" />
  );
}

function RunDetails({ run, before }: { run: Run; before: Summary["run"] }) {
  const own = useOwnKeys();
  return (
    <>
      <Ending run={run} before={before} />
      <StageList run={run} />
      {run.panelNumber ? (
        <Link to={paths.questions} className="w-fit text-sm text-accent-text underline-offset-4 hover:underline">
          {words.measuredWith(run.panelNumber)}
        </Link>
      ) : null}
      {run.engines.length ? (
        <div className="border-t border-line pt-5">
          <ul className="flex flex-col gap-2">
            {run.engines.map((engine) => (
              <li key={engine.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="min-w-0">
                  <EngineName run={run} engine={engine} />{" "}
                  <span className="text-sm text-ink-3 wrap-anywhere">{engine.model}</span>
                </span>
                <span className="tabular text-right text-sm text-ink-2">
                  {[countsOf(engine), costOf(engine, own)].filter(Boolean).join(" · ")}
                </span>
                {engine.reason ? <span className="w-full text-sm text-ink-3">{engine.reason}</span> : null}
              </li>
            ))}
          </ul>
          <CostLine run={run} className="mt-4 border-t border-line pt-3" />
        </div>
      ) : null}
    </>
  );
}

const kinds = { failed: "error", partial: "warning", canceled: "info" } as const;
const titles = { failed: dashboard.runFailed, partial: dashboard.partialTitle, canceled: dashboard.runCanceled };

/** How it ended, or when it may. */
function Ending({ run, before }: { run: Run; before: Summary["run"] }) {
  if (isActive(run)) return <Eta run={run} before={before} />;
  if (run.status === "failed" || run.status === "partial" || run.status === "canceled")
    return (
      <Alert kind={kinds[run.status]} title={titles[run.status]}>
        {run.status === "canceled" ? dashboard.runCanceledText : run.failure?.message}
      </Alert>
    );
  return run.finishedAt ? <p className="tabular text-ink-2">{words.finishedAt(dateTime(run.finishedAt))}</p> : null;
}

function Eta({ run, before }: { run: Run; before: Summary["run"] }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  const eta = etaOf(run, before, now);
  return eta ? <p className="tabular text-ink-2">{eta}</p> : null;
}

/**
 * What may be done about it, by whom: stop it, ask failed assistants again, or start anew. Null where there is nothing
 * to do.
 */
function useRunActions(run: Run | undefined, summary: Summary | undefined): ReactNode {
  const { canEdit, reason } = useEditing(run?.brandId ?? "");
  if (!run) return null;
  if (isActive(run)) return canEdit ? <Cancel run={run} /> : <p className="text-sm text-ink-3">{reason}</p>;
  if (!summary || summary.run?.id !== run.id || summary.activeRun) return null;
  if (leftOut(run).length && canEdit) return <Retry run={run} />;
  return run.status === "failed" || run.status === "canceled" ? (
    <AnalyzeNow summary={summary} label={dashboard.tryAgain} variant="primary" reasonClass="mt-1.5" />
  ) : null;
}

function Retry({ run }: { run: Run }) {
  const retry = useRetryFailed(run);
  return (
    <>
      <Button variant="secondary" pending={retry.isPending} onClick={() => retry.mutate()}>
        {retry.isPending ? engines.retrying : engines.retry}
      </Button>
      <UsedUp error={retry.error} />
    </>
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
    <Button variant="secondary" pending={cancel.isPending} onClick={() => cancel.mutate()}>
      {cancel.isPending ? words.canceling : words.cancel}
    </Button>
  );
}
