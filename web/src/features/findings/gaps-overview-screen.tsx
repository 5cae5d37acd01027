import { ArrowRight } from "lucide-react";
import { Suspense, type ReactNode } from "react";

import { useFeatureAccess } from "@/api/access";
import { summaryQuery, type Summary } from "@/api/results";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { evidenceRun } from "@/lib/evidence-run";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { gaps } from "@/lib/messages/gaps";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useDrawer } from "@/lib/use-drawer";

import { gapsSummaryQuery, type GapsSummary } from "./api";
import { BrandData } from "./brand-data";
import { GapTrend } from "./gap-trend";
import { NoGaps, SimulatedMark } from "./no-gaps";

const EvidenceDrawer = lazyComponent(async () => (await import("./evidence-drawer")).EvidenceDrawer);

const toneOfPriority: Record<string, Tone> = { High: "attention", Moderate: "moderate", Low: "info" };

/** The technical issues among the quick wins, as the summary counts them. */
const TECHNICAL_QUICK_WINS = `${paths.technicalGaps}?${new URLSearchParams({ effort: "Low", impact: "High,Medium" }).toString()}`;

/** How many gaps are open, how urgent, and where to start; each number leads to what it counts. */
export function GapsOverviewScreen() {
  return (
    <BrandData query={gapsSummaryQuery}>
      {(summary) => (
        <BrandData query={summaryQuery}>
          {(results, brandId) => <Loaded summary={summary} results={results} brandId={brandId} />}
        </BrandData>
      )}
    </BrandData>
  );
}

type LoadedProps = { summary: GapsSummary; results: Summary; brandId: string };

function Loaded({ summary, results, brandId }: LoadedProps) {
  const full = useFeatureAccess("gaps.content");
  const { drawer } = useDrawer();
  const { scores } = results;
  return (
    <div className="flex flex-col gap-6">
      <Figures summary={summary} />
      <SimulatedMark brandId={brandId} />
      {summary.total === 0 ? (
        <NoGaps brandId={brandId} part="content" title={gaps.noneOpen} text={gaps.noneOpenText} />
      ) : null}
      <div className="grid gap-6 md:grid-cols-2">
        <GapCard
          title={gaps.contentGaps}
          text={gaps.contentText}
          issues={scores.content ? summary.contentIssues : null}
          absence={gaps.notMeasured}
          priority={summary.contentPriority}
          to={paths.contentGaps}
          action={gaps.viewContent}
        />
        <GapCard
          title={gaps.technicalGaps}
          text={summary.technicalApplicable ? gaps.technicalText : gaps.noWebsiteText}
          issues={scores.technical ? summary.technicalIssues : null}
          absence={summary.technicalApplicable ? gaps.notMeasured : dashboard.notApplicable}
          priority={summary.technicalPriority}
          to={paths.technicalGaps}
          action={gaps.viewTechnical}
        />
      </div>
      <GapTrend trend={summary.trend} />
      {full === false ? (
        <UpgradeNotice title={gaps.previewTitle} text={gaps.previewText} action={gaps.upgrade} reason="gaps.content" />
      ) : null}
      <Suspense>
        {drawer.metric || drawer.answerId ? <EvidenceDrawer runId={evidenceRun(results, drawer.metric)} /> : null}
      </Suspense>
    </div>
  );
}

function Figures({ summary }: { summary: GapsSummary }) {
  const { openMetric } = useDrawer();
  const { overall, contentIssues, technicalIssues, technicalApplicable, quickWins } = summary;
  return (
    <dl className="grid grid-cols-1 divide-line rounded-card border border-line bg-surface max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      <Figure name={gaps.score} hint={overall ? hintOf(overall) : undefined}>
        {overall ? (
          <button
            type="button"
            aria-label={gaps.openScore(Math.round(overall.value))}
            onClick={() => openMetric("overall")}
            className="text-3xl font-semibold underline-offset-4 hover:text-accent-text hover:underline"
          >
            {Math.round(overall.value)}%
          </button>
        ) : (
          <Value>---</Value>
        )}
        {overall || !summary.basis ? null : <span className="text-sm text-ink-2">{dashboard.notMeasured}</span>}
      </Figure>
      <Figure name={gaps.totalIssues}>
        <Value>{summary.total}</Value>
        <PartLink to={paths.contentGaps}>{gaps.partCount(gaps.contentPart, contentIssues)}</PartLink>
        {technicalApplicable ? (
          <PartLink to={paths.technicalGaps}>{gaps.partCount(gaps.technicalPart, technicalIssues)}</PartLink>
        ) : null}
      </Figure>
      <Figure name={gaps.quickWins} hint={gaps.quickWinsHint}>
        <Value>{quickWins}</Value>
        {quickWins && technicalApplicable ? <PartLink to={TECHNICAL_QUICK_WINS}>{gaps.technicalPart}</PartLink> : null}
        {quickWins ? <PartLink to={paths.recommendations}>{gaps.recommendationsPart}</PartLink> : null}
      </Figure>
    </dl>
  );
}

/** The interval, and what the number is where it is not the whole. */
function hintOf(overall: NonNullable<GapsSummary["overall"]>): string {
  const range = overall.low < overall.high ? `${Math.round(overall.low)}–${Math.round(overall.high)}` : "";
  return [overall.standsFor ? dashboard.standsFor[overall.standsFor] : "", range].filter(Boolean).join(" · ");
}

function Figure({ name, hint, children }: { name: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 p-5">
      <dt className="text-sm text-ink-2">
        {name}
        {hint ? <span className="tabular block text-ink-3">{hint}</span> : null}
      </dt>
      <dd className="tabular flex flex-wrap items-baseline gap-x-4 gap-y-1">{children}</dd>
    </div>
  );
}

const Value = ({ children }: { children: ReactNode }) => <span className="text-3xl font-semibold">{children}</span>;

function PartLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-sm font-medium text-accent-text underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}

type GapCardProps = {
  title: string;
  text: string;
  issues: number | null;
  absence: string;
  priority: string | null;
  to: string;
  action: string;
};

function GapCard({ title, text, issues, absence, priority, to, action }: GapCardProps) {
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        {priority && issues ? (
          <Badge tone={toneOfPriority[priority] ?? "neutral"}>{gaps.priority(priority)}</Badge>
        ) : null}
      </div>
      <p className="tabular text-xl font-semibold">{issues === null ? absence : gaps.issues(issues)}</p>
      <p className="flex-1 text-ink-2">{text}</p>
      <Link
        to={to}
        className="inline-flex items-center gap-1.5 font-medium text-accent-text underline-offset-4 hover:underline"
      >
        {action}
        <ArrowRight aria-hidden size={16} />
      </Link>
    </Card>
  );
}
