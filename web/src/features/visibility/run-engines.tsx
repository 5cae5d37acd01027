import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";

import { Alert } from "@/components/ui/alert";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { textOf } from "@/lib/http";
import { engines as words } from "@/lib/messages/homepage";
import { dashboard } from "@/lib/messages/visibility";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";
import { useEditing } from "@/lib/use-editing";

import { brandResults, type Run, type Summary } from "./api";
import { retryFailed } from "./api/advice";

type RunEngine = Run["engines"][number];
const toneOfStatus: Record<RunEngine["status"], Tone> = { waiting: "neutral", asking: "info", answered: "good", incomplete: "moderate", failed: "attention", "not-asked": "neutral" };

/** Who was asked in the shown analysis and who answered. */
export function RunEngines({ run, brandId }: { run: Run; brandId: string }) {
  const asked = run.engines;
  if (!asked.length) return null;
  const connected = asked.some((engine) => engine.basis === "assistants");
  return (
    <Card>
      <CardHeader
        title={words.title}
        action={
          connected ? null : (
            <Link to={`${paths.settings}?brand=${brandId}#engines`} className="text-sm font-medium text-accent-text underline-offset-4 hover:underline">
              {words.connect}
            </Link>
          )
        }
      />
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {asked.map((engine) => (
          <li key={engine.id} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-t border-line pt-3">
            <span className="min-w-0">
              <span className="font-medium">{engine.name}</span> <span className="text-sm text-ink-3 wrap-anywhere">{engine.model}</span>
            </span>
            <span className="flex items-center gap-2">
              <span className="tabular text-sm text-ink-2">{countsOf(engine)}</span>
              {engine.basis === "simulator" ? <Badge tone="info">{dashboard.simulated}</Badge> : <Badge tone={toneOfStatus[engine.status]}>{words.statuses[engine.status]}</Badge>}
            </span>
            {engine.reason ? <span className="w-full text-sm text-ink-3">{engine.reason}</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function countsOf({ answered, planned, failed, refused }: Pick<RunEngine, "answered" | "planned" | "failed" | "refused">): string {
  return [words.answered(answered, planned), failed ? words.failed(failed) : "", refused ? words.refused(refused) : ""].filter(Boolean).join(" · ");
}

/** Assistants left out of the score because too many answers failed, and the way to ask only those again. */
export function FailedEngines({ summary }: { summary: Summary }) {
  const { run, brand } = summary;
  const { canEdit } = useEditing(brand.id);
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryFailed(run!.id),
    onSettled: () => client.invalidateQueries({ queryKey: brandResults(brand.id) }),
    onError: (error) => toast({ title: textOf(error), variant: "destructive" }),
  });
  const out = run?.engines.filter((engine) => engine.failed > 0 && (engine.status === "failed" || engine.status === "incomplete")) ?? [];
  if (!out.length || summary.activeRun) return null;
  return (
    <Alert
      kind="warning"
      action={
        canEdit ? (
          <Button look="secondary" size="sm" pending={retry.isPending} onClick={() => retry.mutate()}>
            {retry.isPending ? words.retrying : words.retry}
          </Button>
        ) : null
      }
    >
      {out.map((engine) => (
        <p key={engine.id}>{words.excluded(engine.name, engine.failed, engine.planned)}</p>
      ))}
    </Alert>
  );
}
