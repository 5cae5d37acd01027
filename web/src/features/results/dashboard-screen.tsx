import { useQuery } from "@tanstack/react-query";
import { Suspense, useState, type ComponentType } from "react";

import { namedQuery } from "@/api/named";
import { summaryQuery, type Summary } from "@/api/results";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Guarded } from "@/components/ui/guarded";
import { Skeleton } from "@/components/ui/skeleton";
import { AnswerList } from "@/features/analytics/answer-list";
import { advisedQuery } from "@/features/findings/api";
import { confirmationQuery } from "@/features/runs/api/offer";
import { RunEngines } from "@/features/runs/run-engines";
import { useCurrentBrandId } from "@/lib/current-brand";
import { ago } from "@/lib/format";
import { evidenceRun } from "@/lib/evidence-run";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { dashboard } from "@/lib/messages/visibility";
import { paths } from "@/lib/paths";
import { useDrawer } from "@/lib/use-drawer";

import { DashboardHeader } from "./dashboard-header";
import { asksForOffer, BasisNote, DashboardNotices } from "./dashboard-notices";
import { OverallTrend, RecentChanges } from "./recent-changes";
import { AudienceFacts, ScoreCard } from "./score-card";
import { ScoreTable } from "./score-table";
import { OwnWords, Unreadable } from "./site-notices";

const EvidenceDrawer = lazyComponent(async () => (await import("@/features/findings/evidence-drawer")).EvidenceDrawer);

const OfferCard = lazyComponent(async () => (await import("@/features/runs/offer/offer-card")).OfferCard);

const FirstSteps = lazyComponent(async () => (await import("./checklist/first-steps")).FirstSteps);

const Lead = lazyComponent(async () => (await import("./lead")).Lead);

const DoNext = lazyComponent(async () => (await import("@/features/findings/do-next")).DoNext);

/** Three in a row; where only two fit, the third takes the whole row instead of leaving a hole. */
const scoreGrid = "grid gap-6 md:max-xl:*:last:col-span-2 md:grid-cols-2 xl:grid-cols-3";

/**
 * Parts of another slice: the brand among its competitors, names that answers put forward, questions with competitors
 * to look through, and other questions that fit.
 */
type DashboardParts = {
  BesideCompetitors: ComponentType<{ brandId: string }>;
  AlsoNamed: ComponentType<{ brandId: string }>;
  PanelReview: ComponentType<{ brandId: string }>;
  Proposal: ComponentType<{ brandId: string }>;
};

/**
 * Where the brand stands in one sentence and what to do next; then the scores with their uncertainty, live while an
 * analysis runs, who else is named, what moved, and answers, each opening to its evidence.
 */
export function DashboardScreen(parts: DashboardParts) {
  const brandId = useCurrentBrandId();
  const summary = useQuery({ ...summaryQuery(brandId ?? ""), enabled: Boolean(brandId) });
  const first = useFirstParts(brandId);
  if (!brandId) return <p className="py-20 text-center text-ink-2">{dashboard.noBrand}</p>;
  if (summary.data && first) return <Loaded summary={summary.data} refetch={summary.refetch} {...parts} />;
  if (summary.isError) return <ErrorCard error={summary.error} onRetry={() => void summary.refetch()} />;
  return <Loading />;
}

/**
 * Whether what stands above the scores is there, or has failed once: it is asked for beside them, and comes with them
 * instead of pushing them down.
 */
function useFirstParts(brandId: string | null): boolean {
  const asked = { enabled: Boolean(brandId) };
  const named = useQuery({ ...namedQuery(brandId ?? ""), ...asked });
  const advised = useQuery({ ...advisedQuery(brandId ?? ""), ...asked });
  return [named, advised].every((part) => !part.isPending || part.failureCount > 0);
}

function Loaded({
  summary,
  refetch,
  BesideCompetitors,
  AlsoNamed,
  PanelReview,
  Proposal,
}: DashboardParts & { summary: Summary; refetch: () => unknown }) {
  const { drawer, openAnswer } = useDrawer();
  const shownRun = summary.provisional ? summary.activeRun : summary.run;
  const activeRunId = summary.activeRun?.id ?? null;
  const first = !summary.run || summary.run.trigger === "initial";
  const waiting =
    useQuery({ ...confirmationQuery(summary.brand.id, activeRunId), enabled: first }).data?.waiting ?? false;
  // First of all while the first analysis runs, assistants wait for it or it was not understood, since questions are
  // made from it.
  const leads = !summary.run || waiting || asksForOffer(summary.run);
  const understood = (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <OfferCard
        key={summary.brand.id}
        brandId={summary.brand.id}
        activeRunId={activeRunId}
        review={<PanelReview brandId={summary.brand.id} />}
        offered={<Proposal brandId={summary.brand.id} />}
      />
    </Suspense>
  );
  return (
    <div className="flex flex-col gap-6">
      <Guarded refetch={refetch}>
        <DashboardHeader summary={summary} />
        {summary.unreadable ? <Unreadable sentence={summary.unreadable} /> : null}
        <DashboardNotices summary={summary} />
        {leads ? understood : null}
        <Suspense fallback={summary.scores.content && !summary.provisional ? <Skeleton className="h-36" /> : null}>
          <Lead summary={summary} />
        </Suspense>
        <BasisNote summary={summary} />
        <Suspense fallback={<Skeleton className="h-64" />}>
          {summary.run && !summary.provisional ? <DoNext brandId={summary.brand.id} /> : null}
        </Suspense>
        <ScoreRow summary={summary} />
        <OwnWords summary={summary} />
      </Guarded>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6 empty:hidden">
          <Guarded refetch={refetch}>
            {summary.run ? <BesideCompetitors brandId={summary.brand.id} /> : null}
            {summary.run ? <AlsoNamed brandId={summary.brand.id} /> : null}
          </Guarded>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Guarded refetch={refetch}>
            <RecentChanges summary={summary} />
            <OverallTrend summary={summary} />
            <Suspense>{summary.run ? <FirstSteps key={summary.brand.id} brandId={summary.brand.id} /> : null}</Suspense>
          </Guarded>
        </div>
      </div>
      <Guarded refetch={refetch}>
        {leads ? null : understood}
        {summary.latestAnswers.length ? <LatestAnswers answers={summary.latestAnswers} onOpen={openAnswer} /> : null}
        {shownRun ? <RunEngines run={shownRun} brandId={summary.brand.id} /> : null}
      </Guarded>
      <Suspense>
        {drawer.metric || drawer.asked || drawer.answerId ? (
          <EvidenceDrawer runId={evidenceRun(summary, drawer.metric)} />
        ) : null}
      </Suspense>
    </div>
  );
}

function LatestAnswers({ answers, onOpen }: { answers: Summary["latestAnswers"]; onOpen: (id: string) => void }) {
  return (
    <Card>
      <CardHeader title={dashboard.latestAnswers} className="mb-1" />
      <AnswerList answers={answers} onOpen={onOpen} />
    </Card>
  );
}

function ScoreRow({ summary }: { summary: Summary }) {
  const { openMetric } = useDrawer();
  const [asTable, setAsTable] = useState(false);
  const { scores, activeRun, hasWebsite } = summary;
  const first = summary.trend.length < 2;
  const waiting = activeRun ? dashboard.waiting : dashboard.notMeasured;
  const rows = [
    {
      metric: "content" as const,
      label: dashboard.content,
      score: scores.content,
      absence: waiting,
      to: paths.contentGaps,
    },
    {
      metric: "technical" as const,
      label: dashboard.technical,
      score: scores.technical,
      absence: hasWebsite ? waiting : dashboard.notApplicable,
      to: paths.technicalGaps,
    },
    {
      metric: "audienceFit" as const,
      label: dashboard.audience,
      score: scores.audienceFit,
      absence: activeRun ? waiting : dashboard.improveAudience,
      to: paths.analytics,
    },
  ];
  return (
    <section aria-label={dashboard.overall} className="flex flex-col gap-3">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-sm text-ink-3">
        {summary.provisional && activeRun ? (
          <Badge tone="moderate">{dashboard.provisionalCounts(activeRun.validAnswers, activeRun.totalAnswers)}</Badge>
        ) : summary.run?.finishedAt ? (
          <span>{dashboard.lastAnalyzed(ago(summary.run.finishedAt))}</span>
        ) : null}
        {rows.some((row) => row.score) ? (
          <button
            type="button"
            className="ml-auto min-h-6 text-accent-text underline-offset-4 hover:underline"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? dashboard.asGauges : dashboard.scoresAsTable}
          </button>
        ) : null}
      </div>
      {asTable ? (
        <ScoreTable rows={rows} first={first} onOpen={openMetric} />
      ) : (
        <div className={scoreGrid}>
          {rows.map(({ metric, ...row }) => (
            <Guarded key={metric}>
              <ScoreCard {...row} onOpen={() => openMetric(metric)} first={first}>
                {metric === "audienceFit" && scores.audienceFit ? (
                  <AudienceFacts relevance={scores.audienceFit.relevance} toneMatch={scores.audienceFit.toneMatch} />
                ) : null}
              </ScoreCard>
            </Guarded>
          ))}
        </div>
      )}
    </section>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-6" aria-busy>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-5 w-80 max-w-full" />
      </div>
      <Skeleton className="h-36" />
      <Skeleton className="h-64" />
      <div className={scoreGrid}>
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </div>
  );
}
