import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight, FileText } from "lucide-react";

import { brandsQuery } from "@/api/brands";
import type { Summary } from "@/api/results";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Select } from "@/components/ui/select";
import { usePanel } from "@/components/ui/use-panel";
import { AnalyzeNow } from "@/features/runs/analyze-now";
import { useSwitchBrand } from "@/lib/current-brand";
import { longDate } from "@/lib/format";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useEditing } from "@/lib/use-editing";
import { useUrlAction } from "@/lib/use-url-action";

const ReportDialog = lazyPart(async () => (await import("@/features/publishing/reports/report-dialog")).ReportDialog);

/** Whose results these are, how often they are renewed, and what can be done now. */
export function DashboardHeader({ summary }: { summary: Summary }) {
  return (
    <div className="flex flex-col gap-4 md:flex-row md:items-start md:justify-between">
      <div className="min-w-0">
        <h2 className="text-2xl font-semibold wrap-anywhere">{summary.brand.name}</h2>
        <Origin summary={summary} />
        <Cadence summary={summary} />
      </div>
      <div className="flex flex-wrap items-center gap-2 md:max-w-2/3 md:shrink-0 md:justify-end">
        <BrandSelect brandId={summary.brand.id} name={summary.brand.name} />
        <AnalyzeNow summary={summary} byAddress reasonClass="order-last basis-full md:text-right" />
        <GetReport brandId={summary.brand.id} />
      </div>
    </div>
  );
}

function Origin({ summary: { brand } }: { summary: Summary }) {
  if (!brand.websiteUrl) return <p className="mt-1 text-ink-2">{dashboard.documentBased}</p>;
  return (
    <p className="mt-1">
      <a
        href={brand.websiteUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1 text-accent-text underline-offset-4 wrap-anywhere hover:underline"
      >
        {brand.websiteUrl}
        <ArrowUpRight aria-hidden size={16} />
        <span className="sr-only">({dashboard.opensInNewTab})</span>
      </a>
    </p>
  );
}

function Cadence({ summary }: { summary: Summary }) {
  const weekly = summary.cadence === "weekly";
  return (
    <div data-cadence className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
      <Badge>{weekly ? dashboard.autoWeekly : dashboard.autoMonthly}</Badge>
      <span>
        {dashboard.nextRevision} <time dateTime={summary.nextRunAt}>{longDate(summary.nextRunAt)}</time>
        {summary.skippedReason ? <span className="text-moderate-text"> · {summary.skippedReason}</span> : null}
      </span>
      {weekly ? null : (
        <Link to={paths.pricing} className="text-accent-text underline-offset-4 hover:underline">
          {dashboard.upgradeWeekly}
        </Link>
      )}
    </div>
  );
}

function BrandSelect({ brandId, name }: { brandId: string; name: string }) {
  const brands = useQuery(brandsQuery);
  const switchBrand = useSwitchBrand();
  const options = brands.data?.data ?? [{ id: brandId, name }];
  return (
    <label className="flex min-w-0 items-center gap-2">
      <span className="text-sm text-ink-3">{dashboard.brandSelector}</span>
      <Select
        value={brandId}
        onChange={(event) => switchBrand(event.target.value)}
        className="h-10! max-w-52 rounded-button! border-line! text-base!"
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </Select>
    </label>
  );
}

function GetReport({ brandId }: { brandId: string }) {
  const { open, close, show, trigger } = usePanel(ReportDialog);
  const { reason } = useEditing(brandId);
  useUrlAction("report", show);
  return (
    <>
      <Button variant="secondary" {...trigger}>
        <FileText aria-hidden size={16} />
        {dashboard.getReport}
      </Button>
      {open ? <ReportDialog brandId={brandId} reason={reason} onClose={close} /> : null}
    </>
  );
}
