import { useQuery } from "@tanstack/react-query";

import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { whatIf as words } from "@/lib/messages/whatif";

import { experimentQuery, type Experiment } from "./api";
import { ChangeBar } from "./change-bar";
import { VerdictBadge } from "./verdict-badge";
import { oneDecimal } from "./numbers";

const POLL_MS = 1_000;
const underway = (experiment: Experiment | undefined) =>
  experiment?.status === "queued" || experiment?.status === "running";

/** One experiment from its start to its paired change, question by question. */
export function ExperimentView({ id, onAgain }: { id: string; onAgain: () => void }) {
  const experiment = useQuery({
    ...experimentQuery(id),
    refetchInterval: (query) => (underway(query.state.data) ? POLL_MS : false),
  });
  const found = experiment.data;
  if (!found)
    return experiment.isError ? (
      <ErrorCard error={experiment.error} onRetry={() => void experiment.refetch()} />
    ) : (
      <Skeleton className="h-64" />
    );
  if (underway(found)) {
    const text = found.status === "queued" ? words.queued : words.running;
    return (
      <div className="flex flex-col gap-3 py-8">
        <p role="status" className="font-medium">
          {text}
        </p>
        <Progress value={null} label={text} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      {found.label ? <h3 className="text-lg font-semibold">{found.label}</h3> : null}
      {found.status === "failed" ? (
        <Alert kind="warning" title={words.failed}>
          {found.failure}
        </Alert>
      ) : (
        <Result experiment={found} />
      )}
      <Tried experiment={found} />
      <Button variant="secondary" className="self-start lg:hidden" onClick={onAgain}>
        {words.again}
      </Button>
    </div>
  );
}

function Result({ experiment }: { experiment: Experiment }) {
  const { verdict, points, low, high, before, after, answers, prompts, actual } = experiment;
  const moved = prompts.filter((prompt) => Math.abs(prompt.after - prompt.before) >= 0.05);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <VerdictBadge verdict={verdict} />
        <Badge tone="info">{words.simulated}</Badge>
      </div>
      {verdict === "no expected change" ? (
        <p>{moved.length ? words.fewChange(moved.length, prompts.length) : words.noChange}</p>
      ) : null}
      {verdict === "not enough data" ? <p>{words.notEnough}</p> : null}
      {points !== null && low !== null && high !== null ? (
        <div>
          <p className="tabular text-3xl font-semibold">{oneDecimal(points)}</p>
          <ChangeBar points={points} low={low} high={high} />
          <p className="tabular mt-2 text-sm text-ink-2">
            {words.points(oneDecimal(points), oneDecimal(low), oneDecimal(high))}
          </p>
          {before !== null && after !== null ? (
            <p className="tabular text-sm text-ink-2">{words.beforeAfter(Math.round(before), Math.round(after))}</p>
          ) : null}
          {answers ? <p className="tabular text-sm text-ink-3">{words.answers(answers)}</p> : null}
        </div>
      ) : null}
      {actual ? (
        <Alert kind="info" title={words.actual}>
          {words.actualOf(oneDecimal(actual.points), actual.verdict)}
        </Alert>
      ) : null}
      <section>
        <h3 className="mb-2 font-medium">{words.byQuestion}</h3>
        <ul className="flex flex-col">
          {moved.map((prompt) => (
            <li key={prompt.promptId} className="border-t border-line py-2">
              <details>
                <summary className="flex cursor-pointer flex-wrap justify-between gap-x-4">
                  <span>{prompt.prompt}</span>
                  <span className="tabular whitespace-nowrap">
                    {Math.round(prompt.before)} → {Math.round(prompt.after)}
                  </span>
                </summary>
                <Said title={words.before} text={prompt.answerBefore} />
                <Said title={words.after} text={prompt.answerAfter} />
              </details>
            </li>
          ))}
        </ul>
        {prompts.length > moved.length ? (
          <p className="tabular mt-2 text-sm text-ink-3">{words.same(prompts.length - moved.length)}</p>
        ) : null}
      </section>
    </>
  );
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div className="mt-3">
      <p className="mb-1 text-sm text-ink-3">{title}</p>
      <p className="evidence px-3 py-1.5 text-[15px] whitespace-pre-line">{text}</p>
    </div>
  );
}

function Tried({ experiment }: { experiment: Experiment }) {
  return (
    <details>
      <summary className="font-medium text-accent-text">{words.edited}</summary>
      <ul className="mt-2 flex flex-col gap-3">
        {experiment.changes.map((edit, index) => (
          <li key={index}>
            <p className="text-sm text-ink-2 wrap-anywhere">
              {words.actions[edit.action]}: {edit.source}
            </p>
            {edit.text ? <p className="mt-1 line-clamp-6 text-sm whitespace-pre-line">{edit.text}</p> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
