import type { Summary } from "@/api/results";
import { Alert } from "@/components/ui/alert";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import { engines as words } from "@/lib/messages/homepage";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useEditing } from "@/lib/use-editing";

import type { Run } from "./api";
import { answersAt, costOf, countsOf, totalCost, useOwnKeys, type RunEngine } from "./run-costs";
import { leftOut, useRetryFailed } from "./use-retry-failed";
import { UsedUp } from "./used-up";

const toneOfStatus: Record<RunEngine["status"], Tone> = {
  waiting: "neutral",
  asking: "info",
  answered: "good",
  incomplete: "moderate",
  failed: "attention",
  "not-asked": "neutral",
};

/** Who was asked in the shown analysis and who answered. */
export function RunEngines({ run, brandId }: { run: Run; brandId: string }) {
  const own = useOwnKeys();
  const asked = run.engines;
  if (!asked.length) return null;
  const connected = asked.some((engine) => engine.basis === "assistants");
  return (
    <Card>
      <CardHeader
        title={words.title}
        action={
          connected ? null : (
            <Link
              to={`${paths.settings}/assistants?brand=${brandId}`}
              className="text-sm font-medium text-accent-text underline-offset-4 hover:underline"
            >
              {words.connect}
            </Link>
          )
        }
      />
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {asked.map((engine) => (
          <li
            key={engine.id}
            className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-t border-line pt-3"
          >
            <span className="min-w-0">
              <EngineName run={run} engine={engine} />{" "}
              <span className="text-sm text-ink-3 wrap-anywhere">{engine.model}</span>
            </span>
            <span className="flex items-center gap-2">
              <span className="tabular text-sm text-ink-2">
                {[countsOf(engine), costOf(engine, own)].filter(Boolean).join(" · ")}
              </span>
              {engine.basis === "simulator" ? (
                <Badge tone="info">{dashboard.simulated}</Badge>
              ) : (
                <Badge tone={toneOfStatus[engine.status]}>{words.statuses[engine.status]}</Badge>
              )}
            </span>
            {engine.reason ? <span className="w-full text-sm text-ink-3">{engine.reason}</span> : null}
          </li>
        ))}
      </ul>
      <CostLine run={run} className="mt-4 border-t border-line pt-3" />
    </Card>
  );
}

/** An engine's name, leading to its answers once there are any. */
export function EngineName({ run, engine }: { run: Run; engine: RunEngine }) {
  if (!engine.answered && !engine.failed && !engine.refused) return <span className="font-medium">{engine.name}</span>;
  return (
    <Link
      to={answersAt(run, engine)}
      aria-label={words.answersOf(engine.name)}
      className="font-medium underline-offset-4 hover:text-accent-text hover:underline"
    >
      {engine.name}
    </Link>
  );
}

/** What the whole analysis has cost on own keys, or has so far; nothing where the plan covers it. */
export function CostLine({ run, className }: { run: Run; className?: string }) {
  const total = totalCost(run, useOwnKeys());
  if (!total) return null;
  return (
    <p className={cn("flex items-baseline justify-between gap-4", className)}>
      <span className="text-ink-2">{run.finishedAt ? words.total : words.costSoFar}</span>
      <span className="tabular font-medium">{total}</span>
    </p>
  );
}

/** Assistants left out of the score because too many answers failed, and the way to ask only those again. */
export function FailedEngines({ summary }: { summary: Summary }) {
  const { run, brand } = summary;
  const { canEdit } = useEditing(brand.id);
  const retry = useRetryFailed({ id: run?.id ?? "", brandId: brand.id });
  const out = run ? leftOut(run) : [];
  if (!out.length || summary.activeRun) return null;
  return (
    <Alert
      kind="warning"
      action={
        canEdit ? (
          <>
            <Button variant="secondary" size="sm" pending={retry.isPending} onClick={() => retry.mutate()}>
              {retry.isPending ? words.retrying : words.retry}
            </Button>
            <UsedUp error={retry.error} className="mt-2" />
          </>
        ) : null
      }
    >
      {out.map((engine) => (
        <p key={engine.id}>{words.excluded(engine.name, engine.failed, engine.planned)}</p>
      ))}
    </Alert>
  );
}
