import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";

import { REPORTS_KEY } from "@/api/live";
import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Progress } from "@/components/ui/progress";
import { dateTime } from "@/lib/format";
import { textOf } from "@/lib/http";
import { brief as words, reports } from "@/lib/messages/reports";
import { toast } from "@/lib/toast";
import { useEditing } from "@/lib/use-editing";

import { askForBrief, briefQuery, cancelReport, downloadAddress, isOpen, type Report } from "../api/reports";
import { Refusal } from "./refusal";

/** Has a Word brief made for closing a gap, tells how far it is, and gives the file while it is kept. */
export function ContentBrief({ brandId, gapId }: { brandId: string; gapId: string }) {
  const client = useQueryClient();
  const { canEdit, reason } = useEditing(brandId);
  const newest = useQuery(briefQuery(gapId));
  const again = () => client.invalidateQueries({ queryKey: REPORTS_KEY });
  const ask = useMutation({ mutationFn: () => askForBrief(brandId, gapId), onSuccess: again });
  const found = newest.data?.data[0];
  const making = found !== undefined && isOpen(found);
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      <Button
        variant="secondary"
        size="sm"
        pending={ask.isPending}
        disabled={!canEdit || making}
        onClick={() => ask.mutate()}
      >
        <FileText aria-hidden size={16} />
        {words.button}
      </Button>
      <p className="text-sm text-ink-3">{reason ?? words.hint}</p>
      <div role="status" className="w-full empty:hidden">
        {found ? <State report={found} /> : null}
      </div>
      {making && canEdit ? <Cancel report={found} onDone={again} /> : null}
      {found?.status === "ready" ? (
        <a href={downloadAddress(found.id)} download className={buttonClass("primary", "sm")}>
          <Download aria-hidden size={16} />
          {words.download}
        </a>
      ) : null}
      {ask.isError ? <Refusal error={ask.error} /> : null}
      {newest.isError ? (
        <ErrorCard title={words.unknown} error={newest.error} onRetry={() => void newest.refetch()} />
      ) : null}
    </div>
  );
}

function State({ report }: { report: Report }) {
  if (isOpen(report))
    return (
      <>
        <p className="mb-1.5 text-sm text-ink-2">{words.progress}</p>
        <Progress value={null} label={words.progress} />
      </>
    );
  if (report.status === "failed") return <Alert kind="warning">{report.failure}</Alert>;
  const until = report.status === "ready" && report.expiresAt ? ` · ${reports.until(dateTime(report.expiresAt))}` : "";
  return <p className="text-sm text-ink-2">{`${words.states[report.status]}${until}`}</p>;
}

function Cancel({ report, onDone }: { report: Report; onDone: () => Promise<void> }) {
  const cancel = useMutation({
    mutationFn: () => cancelReport(report.id),
    onSuccess: onDone,
    onError: (error) => toast({ variant: "destructive", title: textOf(error) }),
  });
  return (
    <Button variant="ghost" size="sm" pending={cancel.isPending} onClick={() => cancel.mutate()}>
      {words.cancel}
    </Button>
  );
}
