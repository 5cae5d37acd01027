import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { REPORTS_KEY } from "@/api/live";
import { Button, buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { dateTime } from "@/lib/format";
import { textOf } from "@/lib/http";
import { reports as words } from "@/lib/messages/reports";
import { toast } from "@/lib/toast";

import { cancelReport, downloadAddress, isOpen, reportsQuery, retryReport, type Report } from "../api/reports";

/** Reports of the brand: how far they are, and their files while they are kept. */
export function ReportList({ brandId }: { brandId: string }) {
  const list = useQuery(reportsQuery(brandId));
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="font-semibold">{words.recent}</h3>
      {list.isError ? <ErrorCard title={words.failed} error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isLoading ? <Skeleton className="mt-2 h-10" /> : null}
      {list.data?.data.length === 0 ? <p className="mt-1 text-ink-2">{words.none}</p> : null}
      <ul className="mt-1 divide-y divide-line">
        {list.data?.data.map((report) => (
          <Line key={report.id} report={report} />
        ))}
      </ul>
    </section>
  );
}

export const nameOf = (report: Report) => (report.gapId ? words.brief : words.formats[report.format]);

function Line({ report }: { report: Report }) {
  const when = dateTime(report.createdAt);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1">
        <p>
          {nameOf(report)} · <time dateTime={report.createdAt}>{when}</time>
        </p>
        <p className="text-sm text-ink-2">
          {words.states[report.status]}
          {report.status === "ready" && report.expiresAt ? ` · ${words.until(dateTime(report.expiresAt))}` : null}
          {report.failure ? ` · ${report.failure}` : null}
        </p>
        {isOpen(report) ? <Progress value={null} label={words.progress} className="mt-1.5" /> : null}
      </div>
      <Act report={report} when={when} />
    </li>
  );
}

function Act({ report, when }: { report: Report; when: string }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: isOpen(report) ? cancelReport : retryReport,
    onSuccess: () => client.invalidateQueries({ queryKey: REPORTS_KEY }),
    onError: (error) => toast({ variant: "destructive", title: textOf(error) }),
  });
  if (report.status === "expired") return null;
  if (report.status === "ready")
    return (
      <a
        href={downloadAddress(report.id)}
        download
        aria-label={words.downloadOf(nameOf(report), when)}
        className={buttonClass("secondary", "sm")}
      >
        {words.download}
      </a>
    );
  return (
    <Button variant="ghost" size="sm" pending={change.isPending} onClick={() => change.mutate(report.id)}>
      {isOpen(report) ? words.cancel : words.retry}
    </Button>
  );
}
