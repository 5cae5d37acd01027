import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Suspense } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { SearchBox } from "@/components/ui/search-box";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { saveCsv } from "@/lib/csv";
import { useCurrentBrandId } from "@/lib/current-brand";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { filters as words } from "@/lib/messages/advice";
import { gaps } from "@/lib/messages/gaps";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useDrawer } from "@/lib/use-drawer";
import { useMembership } from "@/lib/use-membership";

import { gapsSummaryQuery } from "./api";
import { findingsQuery, type FindingRow } from "./api/advice";
import { FindingRows } from "./finding-rows";
import { findingsCsv } from "./findings-csv";
import { isNarrowed, searchOf, useListAddress } from "./list-address";
import { FilterChoice, filterCount, FilteredOut, Filters, statusChoices } from "./list-controls";
import { LogEvidence } from "./log-evidence";
import { NoGaps } from "./no-gaps";
import { BotMatrix, CrawlSummary } from "./site-panels";

const FindingDrawer = lazyComponent(async () => (await import("./finding-drawer")).FindingDrawer);

const FILTERS = ["impact", "type", "effort"] as const;
const SORTS: readonly string[] = ["rank", ...["page", "type", "impact"].flatMap((name) => [name, `-${name}`])];
const IMPACTS = [
  ...["High", "Medium", "Low", "Info"].map((value) => ({ value, label: gaps.impact(value) })),
  { value: "High,Medium", label: gaps.mediumOrMore },
];
const EFFORTS = [{ value: "Low", label: gaps.lowEffort }];

/** What keeps crawlers out: one row per cause, each with its proof, a fix to paste and a check on demand. */
export function TechnicalGapsScreen() {
  const brandId = useCurrentBrandId();
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  return <Findings brandId={brandId} />;
}

function Findings({ brandId }: { brandId: string }) {
  const summary = useQuery(gapsSummaryQuery(brandId));
  const { address, clear } = useListAddress(FILTERS, SORTS);
  const list = useInfiniteQuery(findingsQuery(brandId, searchOf(address, SORTS[0]!)));
  const { drawer } = useDrawer();
  if (summary.data && !summary.data.technicalApplicable) return <NoWebsite brandId={brandId} />;
  const first = list.data?.pages[0];
  if (list.isError && !first) return <ErrorCard error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const locked = first?.locked ?? 0;
  const total = rows.length + locked;
  const empty = first && !total;
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-ink-2">{gaps.technicalText}</p>
      <LogEvidence brandId={brandId} />
      <Controls
        rows={rows}
        total={first?.page.total ?? null}
        locked={locked > 0}
        issues={isNarrowed(address) ? null : (summary.data?.technicalIssues ?? null)}
      />
      {first ? null : <Skeleton className="h-96" />}
      {empty && isNarrowed(address) ? <FilteredOut history={address.status === "closed"} onClear={clear} /> : null}
      {empty && !isNarrowed(address) ? (
        <NoGaps brandId={brandId} part="technical" title={gaps.noTechnical} text={gaps.noTechnicalText} />
      ) : null}
      {rows.length ? <FindingRows brandId={brandId} rows={rows} /> : null}
      {list.hasNextPage ? (
        <Button variant="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
      {locked ? (
        <UpgradeNotice
          title={gaps.locked(rows.length, total)}
          text={gaps.previewText}
          action={gaps.upgrade}
          reason="gaps.technical"
        />
      ) : null}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <BotMatrix brandId={brandId} />
        <CrawlSummary brandId={brandId} />
      </div>
      <Suspense>{drawer.finding ? <FindingDrawer brandId={brandId} findingId={drawer.finding} /> : null}</Suspense>
    </div>
  );
}

/** The website belongs to the brand's profile, which owners and admins change. */
function NoWebsite({ brandId }: { brandId: string }) {
  const manages = useMembership()?.manages ?? true;
  return (
    <EmptyState
      title={dashboard.notApplicable}
      text={gaps.noWebsiteText}
      action={
        manages ? (
          <Link to={`${paths.brands}?edit=${encodeURIComponent(brandId)}`} className={buttonClass("secondary")}>
            {gaps.addWebsite}
          </Link>
        ) : null
      }
    />
  );
}

type ControlsProps = { rows: FindingRow[]; total: number | null; issues: number | null; locked: boolean };

/** `issues`: how many of the whole list the overview counts; the rest are notes and choices of policy. */
function Controls({ rows, total, issues, locked }: ControlsProps) {
  const { address, change } = useListAddress(FILTERS, SORTS);
  const groups = [...new Map(rows.map((row) => [row.group, row.type] as const))].map(([value, label]) => ({
    value,
    label,
  }));
  return (
    <div className="flex flex-col gap-3">
      <Filters
        className="lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]"
        count={filterCount(address)}
        search={
          <SearchBox
            label={words.searchFindings}
            value={address.q}
            onChange={(q, refined) => change({ q }, refined)}
            className="col-span-2 lg:col-span-1"
          />
        }
      >
        <FilterChoice
          label={words.status}
          value={address.status}
          options={statusChoices}
          onChange={(status) => change({ status: status === "active" ? null : status })}
        />
        <FilterChoice
          label={words.impact}
          any={words.anyImpact}
          value={address.values.impact ?? ""}
          options={IMPACTS}
          onChange={(impact) => change({ impact })}
        />
        {address.values.effort ? (
          <FilterChoice
            label={gaps.effortFilter}
            any={gaps.anyEffort}
            value={address.values.effort}
            options={EFFORTS}
            onChange={(effort) => change({ effort })}
          />
        ) : null}
        {groups.length > 1 || address.values.type ? (
          <FilterChoice
            label={gaps.type}
            any={words.anyGroup}
            value={address.values.type ?? ""}
            options={groups}
            onChange={(type) => change({ type })}
          />
        ) : null}
      </Filters>
      {rows.length ? (
        <div className="flex items-center justify-between gap-3">
          <p role="status" className="tabular text-sm text-ink-3">
            {issues !== null && total !== null && total > issues
              ? gaps.issuesAndNotes(issues, total - issues, locked ? rows.length : null)
              : words.count(rows.length, total, words.issues)}
          </p>
          <Button variant="ghost" size="sm" onClick={() => saveCsv(words.csvName("technical-gaps"), findingsCsv(rows))}>
            <Download aria-hidden size={16} />
            {words.csv}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
