import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { gaps } from "@/lib/messages/gaps";
import { dashboard } from "@/lib/messages/visibility";
import { paths } from "@/lib/paths";

import { gapsSummaryQuery, technicalGapsQuery, type Finding, type Rows } from "./api";
import { BrandData } from "./brand-data";
import { FindingView, toneOfLevel } from "./finding-view";
import { NoGaps } from "./no-gaps";
import { useDrawer } from "./use-drawer";

/** What keeps crawlers out: one row per cause, each with its proof and a fix to paste. */
export function TechnicalGapsScreen() {
  return <BrandData query={technicalGapsQuery}>{(rows, brandId) => <Loaded rows={rows} brandId={brandId} />}</BrandData>;
}

function Loaded({ rows, brandId }: { rows: Rows<Finding>; brandId: string }) {
  const summary = useQuery(gapsSummaryQuery(brandId));
  const { drawer, openFinding, close } = useDrawer();
  const total = rows.data.length + rows.locked;
  if (summary.data && !summary.data.technicalApplicable) {
    return (
      <EmptyState
        title={dashboard.notApplicable}
        text={gaps.noWebsiteText}
        action={
          <Link to={paths.settings} className={buttonClass("secondary")}>
            {gaps.addWebsite}
          </Link>
        }
      />
    );
  }
  if (!total) return <NoGaps brandId={brandId} part="technical" title={gaps.noTechnical} text={gaps.noTechnicalText} />;
  const open = rows.data.find((row) => row.id === drawer.finding);
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-ink-2">{gaps.technicalText}</p>
      <DataView label={gaps.technicalGaps} columns={columns(openFinding)} rows={rows.data} rowKey={(row) => row.id} />
      {rows.locked ? (
        <UpgradeNotice title={gaps.locked(rows.data.length, total)} text={gaps.previewText} action={gaps.upgrade} reason="gaps.technical" />
      ) : null}
      <Sheet open={Boolean(open)} onOpenChange={(next) => !next && close()}>
        {open ? (
          <SheetContent title={gaps.openFinding}>
            <div className="px-5 pb-6">
              <FindingView finding={open} headings="h3" />
            </div>
          </SheetContent>
        ) : null}
      </Sheet>
    </div>
  );
}

function columns(openFinding: (id: string) => void): Column<Finding>[] {
  return [
    { key: "page", title: gaps.page, cell: (row) => <Page row={row} />, className: "w-56" },
    { key: "issue", title: gaps.issue, cell: (row) => row.issue, className: "min-w-56 font-medium" },
    { key: "type", title: gaps.type, cell: (row) => row.type },
    { key: "impact", title: gaps.impactColumn, cell: (row) => <Badge tone={toneOfLevel[row.impact]}>{row.impact}</Badge> },
    {
      key: "action",
      title: gaps.action,
      className: "min-w-56",
      cell: (row) => (
        <span className="flex flex-col items-start gap-1.5">
          <span>{row.action}</span>
          <button type="button" onClick={() => openFinding(row.id)} className="text-sm text-accent-text underline-offset-4 hover:underline">
            {gaps.openFinding}
          </button>
        </span>
      ),
    },
  ];
}

function Page({ row }: { row: Finding }) {
  return (
    <span className="wrap-anywhere">
      {pathOf(row.page)}
      {row.pages.length > 1 ? <span className="block text-sm text-ink-3">{gaps.morePages(row.pages.length - 1)}</span> : null}
    </span>
  );
}

/** The part of an address that tells pages of one site apart. */
function pathOf(page: string): string {
  try {
    const url = new URL(page);
    return url.pathname === "/" ? url.host : url.pathname + url.search;
  } catch {
    return page || gaps.wholeSite;
  }
}
