import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ComponentType } from "react";

import { summaryQuery, type Summary } from "@/api/results";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Guarded } from "@/components/ui/guarded";
import { Skeleton } from "@/components/ui/skeleton";
import { AnswerList } from "@/features/analytics/answer-list";
import { confirmationQuery } from "@/features/runs/api/offer";
import { RunEngines } from "@/features/runs/run-engines";
import { useCurrentBrandId } from "@/lib/current-brand";
import { ago } from "@/lib/format";
import { lazyWithRetry } from "@/lib/lazy-with-retry";
import { dashboard } from "@/lib/messages/visibility";
import { paths } from "@/lib/paths";
import { useDrawer } from "@/lib/use-drawer";

import { DashboardHeader } from "./dashboard-header";
import { asksForOffer, DashboardNotices } from "./dashboard-notices";
import { OverallTrend, RecentChanges } from "./recent-changes";
import { AudienceFacts, ScoreCard } from "./score-card";
import { ScoreTable } from "./score-table";
import { OwnWords, Unreadable } from "./site-notices";

const EvidenceDrawer = lazy(
  lazyWithRetry(async () => ({ default: (await import("@/features/findings/evidence-drawer")).EvidenceDrawer })),
);

const OfferCard = lazy(
  lazyWithRetry(async () => ({ default: (await import("@/features/runs/offer/offer-card")).OfferCard })),
);

const FirstSteps = lazy(lazyWithRetry(async () => ({ default: (await import("./checklist/first-steps")).FirstSteps })));

const TopActions = lazy(
  lazyWithRetry(async () => ({ default: (await import("@/features/findings/top-actions")).TopActions })),
);

/** Three in a row; where only two fit, the third takes the whole row instead of leaving a hole. */
const scoreGrid = "grid gap-6 md:max-xl:*:last:col-span-2 md:grid-cols-2 xl:grid-cols-3";

/**
 * Parts of another slice: names that answers put forward, questions with competitors to look through, and other
 * questions that fit.
 */
type DashboardParts = {
  AlsoNamed: ComponentType<{ brandId: string }>;
  PanelReview: ComponentType<{ brandId: string }>;
  Proposal: ComponentType<{ brandId: string }>;
};

/** The brand's headline scores with their uncertainty, live while an analysis runs, each opening to its evidence. */
export function DashboardScreen(parts: DashboardParts) {
  const brandId = useCurrentBrandId();
  const summary = useQuery({ ...summaryQuery(brandId ?? ""), enabled: Boolean(brandId) });
  if (!brandId) return <p className="py-20 text-center text-ink-2">{dashboard.noBrand}</p>;
  if (summary.data) return <Loaded summary={summary.data} refetch={summary.refetch} {...parts} />;
  if (summary.isError) return <ErrorCard error={summary.error} onRetry={() => void summary.refetch()} />;
  return <Loading />;
}

function Loaded({
  summary,
  refetch,
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
        <ScoreRow summary={summary} />
        <OwnWords summary={summary} />
        <Suspense fallback={<Skeleton className="h-40" />}>
          {summary.run && !summary.provisional ? <TopActions brandId={summary.brand.id} /> : null}
        </Suspense>
      </Guarded>
      <div className="grid gap-6 lg:grid-cols-2">
        <Guarded refetch={refetch}>
          <RecentChanges summary={summary} />
          <OverallTrend summary={summary} />
        </Guarded>
      </div>
      <Guarded refetch={refetch}>
        <Suspense>{summary.run ? <FirstSteps key={summary.brand.id} brandId={summary.brand.id} /> : null}</Suspense>
        {summary.run ? <AlsoNamed brandId={summary.brand.id} /> : null}
        {leads ? null : understood}
        <LatestAnswers answers={summary.latestAnswers} onOpen={openAnswer} />
        {shownRun ? <RunEngines run={shownRun} brandId={summary.brand.id} /> : null}
      </Guarded>
      <Suspense>
        {drawer.metric || drawer.asked || drawer.answerId ? (
          <EvidenceDrawer runId={(shownRun ?? summary.run ?? summary.activeRun)?.id ?? null} />
        ) : null}
      </Suspense>
    </div>
  );
}

function LatestAnswers({ answers, onOpen }: { answers: Summary["latestAnswers"]; onOpen: (id: string) => void }) {
  return (
    <Card>
      <CardHeader title={dashboard.latestAnswers} className="mb-1" />
      {answers.length ? (
        <AnswerList answers={answers} onOpen={onOpen} />
      ) : (
        <p className="mt-3 text-ink-2">{dashboard.noAnswers}</p>
      )}
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
      <div className={scoreGrid}>
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-64" />
    </div>
  );
}
