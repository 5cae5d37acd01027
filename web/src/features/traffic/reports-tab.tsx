import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";

import { useFeatureAccess } from "@/api/access";
import { Button, buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { usePatchParams } from "@/lib/address-params";
import { countText } from "@/lib/count";
import { trafficReports as words } from "@/lib/messages/traffic-reports";
import { useSearchParams } from "@/lib/navigation";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";
import { useEditing } from "@/lib/use-editing";

import type { Report } from "./api";
import { ReportComparison } from "./report-comparison";
import { ReportFigures } from "./report-figures";
import { ReportUpload } from "./report-upload";
import { leftOutTexts, periodText, reportName } from "./report-words";
import { deleteReport, reportCsvAddress, reportQuery, reportsKey, reportsQuery } from "./reports-api";
import { TablePart } from "./table-part";
import { TabSkeleton } from "./tab-skeleton";

const PLATFORMS = ["search-console", "search-console-ai", "bing-ai", "ga4", "matomo", "plausible"] as const;

/** What platforms report: a file to upload, the reports that are kept, and the one in the address. */
export function ReportsTab({ brandId }: { brandId: string }) {
  const [params] = useSearchParams();
  const change = usePatchParams();
  const found = useQuery(reportsQuery(brandId));
  if (!found.data)
    return found.isError ? <ErrorCard error={found.error} onRetry={() => void found.refetch()} /> : <TabSkeleton />;
  const { data: reports, hidden } = found.data;
  const shown = reports.find(({ id }) => id === params.get("report")) ?? reports[0];
  const show = ({ id }: Report) => change({ report: id });
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-2">{words.text}</p>
      {hidden ? (
        <UpgradeNotice
          title={words.hiddenTitle(countText(hidden), hidden === 1)}
          text={words.hiddenText}
          action={words.hiddenAction}
          reason="traffic.full"
        />
      ) : null}
      <ReportUpload brandId={brandId} onKept={show} />
      {reports.length ? (
        <Card>
          <CardHeader title={words.listTitle} />
          <ul className="flex flex-col divide-y divide-line">
            {reports.map((report) => (
              <ReportLine key={report.id} brandId={brandId} report={report} shown={report === shown} onShow={show} />
            ))}
          </ul>
        </Card>
      ) : null}
      {shown ? <OneReport key={shown.id} brandId={brandId} report={shown} /> : null}
      <HowTo open={!reports.length} />
    </div>
  );
}

type ReportLineProps = { brandId: string; report: Report; shown: boolean; onShow: (report: Report) => void };

function ReportLine({ brandId, report, shown, onShow }: ReportLineProps) {
  const { canEdit } = useEditing(brandId);
  const [asking, setAsking] = useState(false);
  const name = reportName(report);
  const days = periodText(report.from, report.to);
  const remove = useAction({
    outdated: reportsKey(brandId),
    failed: words.removeFailed,
    run: () => deleteReport(brandId, report.id),
    done: () => {
      setAsking(false);
      toast({ variant: "success", title: words.removed });
    },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <p className="tabular text-sm text-ink-3 wrap-anywhere">
          {[days, words.size(countText(report.rows), report.rows === 1), report.name].join(" · ")}
        </p>
      </div>
      <div className="-ml-3 flex flex-wrap items-center gap-1 sm:ml-0">
        {shown ? (
          <span className="px-3 text-sm text-ink-3">{words.shown}</span>
        ) : (
          <Button variant="ghost" size="sm" aria-label={words.openOne(name, days)} onClick={() => onShow(report)}>
            {words.open}
          </Button>
        )}
        <a
          href={reportCsvAddress(brandId, report.id)}
          download
          aria-label={words.csvOne(name, days)}
          className={buttonClass("ghost", "sm")}
        >
          <Download aria-hidden size={16} />
          {words.csv}
        </a>
        {canEdit ? (
          <Button variant="ghost" size="sm" aria-label={words.removeOne(name, days)} onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
        ) : null}
      </div>
      {asking ? (
        <ConfirmDialog
          title={words.removeTitle(name)}
          text={words.removeText}
          action={words.remove}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}

function OneReport({ brandId, report }: { brandId: string; report: Report }) {
  const found = useQuery(reportQuery(brandId, report.id));
  const compares = useFeatureAccess("analytics.full") && report.subject === "pages";
  const name = reportName(report);
  if (!found.data)
    return found.isError ? (
      <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Skeleton className="h-80" />
    );
  const { data } = found.data;
  const facts = [periodText(report.from, report.to), ...leftOutTexts(report)];
  return (
    <>
      <TablePart
        title={name}
        description={
          <>
            <p className="tabular">{facts.join(" · ")}</p>
            {report.rows > data.length && report.subject !== "dates" ? (
              <p>{words.more(countText(data.length), countText(report.rows))}</p>
            ) : null}
          </>
        }
      >
        <ReportFigures label={name} figures={found.data} />
      </TablePart>
      {compares ? <ReportComparison brandId={brandId} report={report} /> : null}
    </>
  );
}

/** Which platform gives which export, and the way to it; open while there is no report. */
function HowTo({ open }: { open: boolean }) {
  return (
    <details open={open} className="rounded-card border border-line bg-surface px-4 py-3 sm:px-6">
      <summary className="cursor-pointer font-medium">{words.howTitle}</summary>
      <dl className="mt-3 flex flex-col gap-3">
        {PLATFORMS.map((platform) => (
          <div key={platform}>
            <dt className="text-sm font-medium">{words.platforms[platform]}</dt>
            <dd className="max-w-prose text-sm text-ink-2">{words.how[platform]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
