import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";

import type { Metric } from "@/api/results";
import { Whisker } from "@/components/charts/whisker";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { AnswerList } from "@/features/analytics/answer-list";
import { SourceLink } from "@/features/analytics/answer-sources";
import { AnswerView, Section } from "@/features/analytics/answer-view";
import { EngineEvidence } from "@/features/analytics/engine-evidence";
import { withInterval } from "@/lib/format";
import { engines } from "@/lib/messages/homepage";
import { scoreMeaning } from "@/lib/messages/score-meaning";
import { dashboard, evidence as words } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { bandWord, sampleSize, summaryOf, toneOf } from "@/lib/score-words";
import { useDrawer } from "@/lib/use-drawer";

import { evidenceQuery, type Evidence } from "./api";
import { FindingView } from "./finding-view";

const labels: Record<Metric, string> = {
  content: dashboard.content,
  technical: dashboard.technical,
  audienceFit: dashboard.audience,
  overall: dashboard.overall,
};

/** Scores an engine had a part in; the others come from pages and materials alone. */
const FROM_ANSWERS = new Set<Metric>(["content", "overall"]);

/** The open number: formula, inputs, and the verbatim answers or findings behind it. */
export function EvidenceDrawer({ runId }: { runId: string | null }) {
  const { drawer, close, closeAnswer, openAnswer } = useDrawer();
  const { metric, asked, answerId } = drawer;
  const open = Boolean(answerId || asked || (metric && runId));
  const title = answerId ? words.verbatim : asked ? engines.title : metric ? labels[metric] : "";
  return (
    <Sheet open={open} onOpenChange={(next) => !next && close()}>
      <SheetContent title={title} className="max-w-[620px]">
        {answerId ? (
          <>
            {metric || asked ? (
              <div className="px-5 pb-3">
                <Button variant="ghost" size="sm" className="-ml-3" onClick={closeAnswer}>
                  <ArrowLeft aria-hidden size={16} /> {words.back}
                </Button>
              </div>
            ) : null}
            <AnswerView answerId={answerId} />
          </>
        ) : asked ? (
          <EngineEvidence runId={asked.run} engineId={asked.engine} onOpenAnswer={openAnswer} />
        ) : metric && runId ? (
          <MetricEvidence runId={runId} metric={metric} onOpenAnswer={openAnswer} />
        ) : null}
      </SheetContent>
    </Sheet>
  );
}

function MetricEvidence({
  runId,
  metric,
  onOpenAnswer,
}: {
  runId: string;
  metric: Metric;
  onOpenAnswer: (id: string) => void;
}) {
  const evidence = useQuery(evidenceQuery(runId, metric));
  if (evidence.isError)
    return <ErrorCard error={evidence.error} onRetry={() => void evidence.refetch()} className="m-5" />;
  if (!evidence.data) {
    return (
      <div className="flex flex-col gap-4 p-5">
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    );
  }
  return <Loaded evidence={evidence.data} label={labels[metric]} onOpenAnswer={onOpenAnswer} />;
}

function Loaded({
  evidence,
  label,
  onOpenAnswer,
}: {
  evidence: Evidence;
  label: string;
  onOpenAnswer: (id: string) => void;
}) {
  const { score, answers, findings, fitItems, checks, inputs } = evidence;
  return (
    <>
      <p className="max-w-prose px-5 pb-4 text-ink-2">
        {score?.standsFor === "coverage" ? dashboard.coverageText : scoreMeaning[evidence.metric]}
      </p>
      {score ? (
        <div className="px-5 pb-5">
          <p className="flex flex-wrap items-baseline gap-3">
            <span className="tabular text-3xl font-semibold">{Math.round(score.value)}</span>
            {score.low < score.high ? (
              <span className="tabular text-lg text-ink-2">
                {Math.round(score.low)}–{Math.round(score.high)}
              </span>
            ) : null}
            <Badge tone={toneOf(score)}>{bandWord(score)}</Badge>
            {evidence.basis === "simulator" && FROM_ANSWERS.has(evidence.metric) ? (
              <Badge tone="info">{dashboard.simulated}</Badge>
            ) : null}
          </p>
          <Whisker
            value={score.value}
            low={score.low}
            high={score.high}
            summary={summaryOf(label, score)}
            className="mt-4"
          />
          <p className="tabular mt-3 text-sm text-ink-2">
            {sampleSize(score)} · {words.scoreModel} {score.model}
          </p>
        </div>
      ) : null}
      {inputs.length ? (
        <Section title={words.inputs}>
          <Inputs inputs={inputs} />
        </Section>
      ) : null}
      {fitItems.length ? (
        <Section title={words.passages}>
          <FitItems items={fitItems} />
        </Section>
      ) : null}
      {findings.length ? (
        <Section title={words.findings}>
          <div className="flex flex-col gap-8">
            {findings.map((finding) => (
              <FindingView key={finding.id} finding={finding} headings="h4" />
            ))}
          </div>
        </Section>
      ) : null}
      {checks.length ? (
        <Section title={words.checks}>
          <Checks checks={checks} />
        </Section>
      ) : null}
      {answers.length ? (
        <Section title={`${words.answers} (${answers.length})`}>
          <AnswerList answers={answers} onOpen={onOpenAnswer} />
        </Section>
      ) : null}
      <Section title={words.formula}>
        <p className="text-ink">{evidence.formula}</p>
        <Link
          to={`${paths.method}#formula-${evidence.metric}`}
          className="mt-2 inline-block text-sm font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {words.method}
        </Link>
      </Section>
      {score ? null : <p className="px-5 py-5 text-ink-2">{words.nothing}</p>}
    </>
  );
}

function Inputs({ inputs }: { inputs: Evidence["inputs"] }) {
  return (
    <table className="tabular w-full">
      <thead>
        <tr className="text-left text-sm text-ink-3">
          <th className="pb-1.5 font-normal">{words.measure}</th>
          <th className="pb-1.5 text-right font-normal">{words.valueRange}</th>
          <th className="pb-1.5 pl-4 text-right font-normal">{words.count}</th>
        </tr>
      </thead>
      <tbody>
        {inputs.map(({ name, value, low, high, n }) => (
          <tr key={name} className="border-t border-line">
            <td className="py-2">{words.measures[name] ?? name}</td>
            <td className="py-2 text-right">
              {value === null ? "---" : withInterval({ value, low: low ?? value, high: high ?? value })}
            </td>
            <td className="py-2 pl-4 text-right text-ink-2">{n}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FitItems({ items }: { items: Evidence["fitItems"] }) {
  return (
    <ul className="flex flex-col gap-4">
      {items.map((item) => (
        <li key={item.name}>
          <p className="flex justify-between gap-4">
            <span className="font-medium first-letter:uppercase">{item.name}</span>
            <span className="tabular">{item.score.toFixed(1)}/10</span>
          </p>
          {item.quote ? (
            <>
              <p className="evidence mt-1.5 px-3 py-1.5 text-[15px]">{item.quote}</p>
              <p className="mt-1 text-sm text-ink-3">
                <SourceLink url={item.source}>{item.source}</SourceLink>
              </p>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Checks({ checks }: { checks: Evidence["checks"] }) {
  const sorted = checks
    .filter((check) => check.applicable > 0)
    .sort((a, b) => a.passed / Math.max(a.applicable, 1) - b.passed / Math.max(b.applicable, 1));
  return (
    <ul className="flex flex-col">
      {sorted.map((check) => (
        <li
          key={check.code}
          className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-t-0"
        >
          <span>
            <code className="text-sm">{check.code}</code>{" "}
            <span className="text-sm text-ink-3">{check.group.replaceAll("-", " ")}</span>
          </span>
          <span className={check.passed < check.applicable ? "tabular text-attention-text" : "tabular text-ink-2"}>
            {words.passed(check.passed, check.applicable)}
          </span>
        </li>
      ))}
    </ul>
  );
}
