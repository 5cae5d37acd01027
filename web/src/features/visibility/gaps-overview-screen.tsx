import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router";

import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { useFeatureAccess } from "@/api/access";
import { gaps } from "@/lib/messages/gaps";
import { dashboard } from "@/lib/messages/visibility";
import { paths } from "@/lib/paths";

import { gapsSummaryQuery, summaryQuery, type GapsSummary } from "./api";
import { BrandData } from "./brand-data";
import { GapTrend } from "./gap-trend";
import { NoGaps, SimulatedMark } from "./no-gaps";

const toneOfPriority: Record<string, Tone> = { High: "attention", Moderate: "moderate", Low: "info" };

/** How many gaps are open, how urgent, and where to start. */
export function GapsOverviewScreen() {
  return <BrandData query={gapsSummaryQuery}>{(summary, brandId) => <Loaded summary={summary} brandId={brandId} />}</BrandData>;
}

function Loaded({ summary, brandId }: { summary: GapsSummary; brandId: string }) {
  const full = useFeatureAccess("gaps.content");
  const scores = useQuery(summaryQuery(brandId)).data?.scores;
  if (!scores) return null;
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-1 divide-line rounded-card border border-line bg-surface max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        <Figure name={gaps.score} value={summary.overall ? `${Math.round(summary.overall.value)}%` : "---"} hint={summary.overall ? `${Math.round(summary.overall.low)}–${Math.round(summary.overall.high)}` : undefined} />
        <Figure name={gaps.totalIssues} value={`${summary.total}`} />
        <Figure name={gaps.quickWins} value={`${summary.quickWins}`} hint={gaps.quickWinsHint} />
      </dl>
      <SimulatedMark brandId={brandId} />
      {summary.total === 0 ? <NoGaps brandId={brandId} part="content" title={gaps.noneOpen} text={gaps.noneOpenText} /> : null}
      <div className="grid gap-6 md:grid-cols-2">
        <GapCard title={gaps.contentGaps} text={gaps.contentText} issues={scores.content ? summary.contentIssues : null} absence={gaps.notMeasured} priority={summary.contentPriority} to={paths.contentGaps} action={gaps.viewContent} />
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
      {full === false ? <UpgradeNotice title={gaps.previewTitle} text={gaps.previewText} action={gaps.upgrade} reason="gaps.content" /> : null}
    </div>
  );
}

function Figure({ name, value, hint }: { name: string; value: string; hint?: string | undefined }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 p-5">
      <dt className="text-sm text-ink-2">
        {name}
        {hint ? <span className="tabular block text-ink-3">{hint}</span> : null}
      </dt>
      <dd className="tabular text-3xl font-semibold">{value}</dd>
    </div>
  );
}

type GapCardProps = { title: string; text: string; issues: number | null; absence: string; priority: string | null; to: string; action: string };

function GapCard({ title, text, issues, absence, priority, to, action }: GapCardProps) {
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        {priority && issues ? <Badge tone={toneOfPriority[priority] ?? "neutral"}>{gaps.priority(priority)}</Badge> : null}
      </div>
      <p className="tabular text-xl font-semibold">{issues === null ? absence : gaps.issues(issues)}</p>
      <p className="flex-1 text-ink-2">{text}</p>
      <Link to={to} className="inline-flex items-center gap-1.5 font-medium text-accent-text underline-offset-4 hover:underline">
        {action}
        <ArrowRight aria-hidden size={16} />
      </Link>
    </Card>
  );
}
