import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { FactList } from "@/components/ui/fact-list";
import { Skeleton } from "@/components/ui/skeleton";
import { runQuery, type Run } from "@/features/runs/api";
import { costOf, countsOf, useOwnKeys, type RunEngine } from "@/features/runs/run-costs";
import { view as common } from "@/lib/messages/analytics";
import { engines as words } from "@/lib/messages/homepage";
import { dashboard, evidence } from "@/lib/messages/visibility";

import { AnswerList } from "./answer-list";
import { Section } from "./answer-view";
import { engineAnswersQuery } from "./api/answers";

type EngineEvidenceProps = { runId: string; engineId: string; onOpenAnswer: (id: string) => void };

/** One engine's part in an analysis: its counts, what they cost, and every answer behind them. */
export function EngineEvidence({ runId, engineId, onOpenAnswer }: EngineEvidenceProps) {
  const run = useQuery(runQuery(runId));
  const own = useOwnKeys();
  if (run.isError) return <ErrorCard error={run.error} onRetry={() => void run.refetch()} className="m-5" />;
  if (!run.data) return <Skeleton className="m-5 h-64" />;
  const engine = run.data.engines.find(({ id }) => id === engineId);
  if (!engine) return <p className="px-5 py-5 text-ink-2">{words.noAnswers}</p>;
  return (
    <>
      <div className="flex flex-col gap-1.5 px-5 pb-5">
        <p className="flex flex-wrap items-baseline gap-3">
          <span className="text-xl font-semibold">{engine.name}</span>
          {engine.basis === "simulator" ? <Badge tone="info">{dashboard.simulated}</Badge> : null}
        </p>
        <p className="tabular text-ink-2">{countsOf(engine)}</p>
        <FactList facts={factsOf(engine, own)} />
        {engine.reason ? <p className="text-sm text-ink-3">{engine.reason}</p> : null}
      </div>
      <Answers run={run.data} engine={engine} onOpenAnswer={onOpenAnswer} />
    </>
  );
}

/** What is known of it; a cost or a surface may not be. */
function factsOf(engine: RunEngine, own: ReadonlySet<string>): [string, string][] {
  const facts: [string, string | null][] = [
    [words.cost, costOf(engine, own)],
    [evidence.model, engine.model],
    [evidence.surface, engine.surface],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

function Answers({ run, engine, onOpenAnswer }: { run: Run; engine: RunEngine; onOpenAnswer: (id: string) => void }) {
  const list = useInfiniteQuery(engineAnswersQuery(run, engine.id));
  if (list.isError) return <ErrorCard error={list.error} onRetry={() => void list.refetch()} className="m-5" />;
  if (!list.data) return <Skeleton className="mx-5 h-64" />;
  const rows = list.data.pages.flatMap((page) => page.data);
  return (
    <Section title={evidence.answers}>
      {rows.length ? (
        <AnswerList answers={rows} onOpen={onOpenAnswer} />
      ) : (
        <p className="text-ink-2">{words.noAnswers}</p>
      )}
      {list.hasNextPage ? (
        <Button
          variant="secondary"
          className="mt-4 w-full"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {common.loadMore}
        </Button>
      ) : null}
    </Section>
  );
}
