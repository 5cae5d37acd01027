import { useQuery } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";

import { Alert } from "@/components/ui/alert";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { namesNothing } from "@/lib/http";
import { answer as words } from "@/lib/messages/analytics-answer";
import { dashboard, evidence } from "@/lib/messages/visibility";

import { AnswerFacts } from "./answer-facts";
import { AnswerNames } from "./answer-names";
import { AnswerReport } from "./answer-report";
import { AnswerSources, SourceLink } from "./answer-sources";
import { answerQuery, type Answer } from "./api/answers";
import { HighlightedText } from "./highlighted-text";

export { SourceLink };

/** One stored answer, word for word, with everything that was read out of it. */
export function AnswerView({ answerId }: { answerId: string }) {
  const answer = useQuery(answerQuery(answerId));
  if (namesNothing(answer.error)) return <p className="px-5 pb-6 text-ink-2">{evidence.gone}</p>;
  if (answer.isError) return <ErrorCard error={answer.error} onRetry={() => void answer.refetch()} className="m-5" />;
  if (!answer.data) return <Loading />;
  return <Loaded answer={answer.data} />;
}

function Loading() {
  return (
    <div className="flex flex-col gap-4 p-5">
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line px-5 py-5 first:border-t-0">
      <h3 className="mb-2.5 text-sm font-medium text-ink-2">{title}</h3>
      {children}
    </section>
  );
}

function Loaded({ answer }: { answer: Answer }) {
  const textRef = useRef<HTMLDivElement>(null);
  return (
    <>
      <Section title={evidence.question}>
        <p className="text-lg font-medium">{answer.question}</p>
        {answer.question === answer.prompt ? null : <p className="mt-1 text-sm text-ink-2">{answer.prompt}</p>}
      </Section>
      <Section title={evidence.verbatim}>
        {answer.status === "completed" ? (
          <>
            <HighlightedText text={answer.text} highlights={answer.highlights} textRef={textRef} />
            <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
              <span>
                <mark className="rounded-[3px] bg-accent-surface px-1 font-semibold text-accent-text">Aa</mark>{" "}
                {evidence.legendBrand}
              </span>
              <span>
                <span className="underline decoration-ink-3 underline-offset-4">Aa</span> {evidence.legendCompetitor}
              </span>
            </p>
          </>
        ) : (
          <Alert kind="warning" title={answer.status === "refused" ? words.refused : dashboard.failedAnswer}>
            {answer.text || words.notCounted}
          </Alert>
        )}
        {answer.status === "completed" ? <AnswerReport answer={answer} textRef={textRef} /> : null}
      </Section>
      <Section title={evidence.order}>
        <AnswerNames answer={answer} />
      </Section>
      <Section title={evidence.sources}>
        <AnswerSources citations={answer.citations} />
      </Section>
      {answer.passages.length ? (
        <Section title={evidence.considered}>
          <Passages answer={answer} />
        </Section>
      ) : null}
      {answer.searchQueries.length ? (
        <Section title={evidence.searched}>
          <ul className="flex flex-col gap-1">
            {answer.searchQueries.map((query) => (
              <li key={query}>{query}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title={words.provenance}>
        <AnswerFacts answer={answer} />
      </Section>
    </>
  );
}

function Passages({ answer }: { answer: Answer }) {
  return (
    <ul className="flex flex-col gap-3">
      {answer.passages.slice(0, 8).map((passage, index) => (
        <li key={index}>
          <p className="evidence px-3 py-1.5 text-[15px]">{passage.text}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
            <span className="tabular">
              {passage.score.toFixed(2)} {evidence.score}
            </span>
            <span>{passage.cited ? evidence.cited : evidence.retrieved}</span>
            <SourceLink url={passage.source}>{passage.source}</SourceLink>
          </p>
        </li>
      ))}
    </ul>
  );
}
