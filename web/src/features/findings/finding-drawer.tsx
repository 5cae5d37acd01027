import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect } from "react";

import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorCard } from "@/components/ui/error-card";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { ago } from "@/lib/format";
import { textOf } from "@/lib/http";
import { decision, site as words } from "@/lib/messages/advice";
import { common } from "@/lib/messages/common";
import { gaps } from "@/lib/messages/gaps";
import { toast } from "@/lib/toast";
import { useDrawer } from "@/lib/use-drawer";
import { useEditing } from "@/lib/use-editing";

import { findingQuery, isList, recheck, type FindingRow } from "./api/advice";
import { DecisionFacts, DecisionMenu } from "./decision-menu";
import { FindingView } from "./finding-view";
import { LogVerdict } from "./log-evidence";
import { NoteField } from "./note-field";
import { useDecide } from "./use-decide";

const POLL_MS = 1_500;
const TURNED_AWAY = "firewall-blocks-agent";

/** A finding with its proof and fix; "Re-check now" reads the page again and shows what came of it. */
export function FindingDrawer({ brandId, findingId }: { brandId: string; findingId: string }) {
  const { close } = useDrawer();
  const finding = useQuery({
    ...findingQuery(brandId, findingId),
    refetchInterval: (query) => (query.state.data?.recheck?.status === "queued" ? POLL_MS : false),
  });
  return (
    <Sheet open onOpenChange={(open) => !open && close()}>
      <SheetContent title={gaps.openFinding}>
        {finding.data ? (
          <Body brandId={brandId} finding={finding.data} />
        ) : finding.isError ? (
          <ErrorCard error={finding.error} onRetry={() => void finding.refetch()} className="m-5" />
        ) : (
          <Skeleton className="m-5 h-64" />
        )}
      </SheetContent>
    </Sheet>
  );
}

function Body({ brandId, finding }: { brandId: string; finding: FindingRow }) {
  const { canEdit } = useEditing(brandId);
  const { decide } = useDecide(brandId, "finding");
  const open = canEdit && finding.status !== "closed";
  return (
    <div className="flex flex-col gap-5 px-5 pb-6">
      <div className="flex flex-wrap items-center gap-2">
        <DecisionMenu
          row={finding}
          what={finding.issue}
          disabled={!canEdit}
          dismissLabel={decision.ignore}
          onDecide={(change) => decide(finding.id, change)}
        />
        {open ? <Recheck brandId={brandId} finding={finding} /> : null}
        <CopyButton text={taskOf(finding)} label={words.copyTask} done={words.copied} />
      </div>
      <RecheckResult finding={finding} />
      <DecisionFacts row={finding} />
      <FindingView finding={finding} headings="h3">
        {finding.why ? (
          <div>
            <h3 className="text-sm font-medium text-ink-2">{words.why}</h3>
            <p className="mt-1">{finding.why}</p>
          </div>
        ) : null}
        {finding.bots.length ? (
          <div>
            <h3 className="mb-1.5 text-sm font-medium text-ink-2">{words.botsAffected}</h3>
            <p className="flex flex-wrap gap-1.5">
              {finding.bots.map((bot) => (
                <Badge key={bot}>{bot}</Badge>
              ))}
            </p>
          </div>
        ) : null}
        {finding.code === TURNED_AWAY ? <LogVerdict brandId={brandId} bots={finding.bots} /> : null}
      </FindingView>
      {finding.checkedAt ? <p className="text-sm text-ink-3">{words.fetchedAt(ago(finding.checkedAt))}</p> : null}
      {open ? <NoteField note={finding.note} onSave={(note) => decide(finding.id, { note })} /> : null}
    </div>
  );
}

function Recheck({ brandId, finding }: { brandId: string; finding: FindingRow }) {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => recheck(brandId, finding.id),
    onSuccess: (row) => client.setQueryData(findingQuery(brandId, finding.id).queryKey, row),
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
  const waiting = ask.isPending || finding.recheck?.status === "queued";
  return (
    <Button variant="secondary" size="sm" pending={waiting} onClick={() => ask.mutate()}>
      {waiting ? null : <RefreshCw aria-hidden size={16} />}
      {waiting ? words.rechecking : words.recheck}
    </Button>
  );
}

function RecheckResult({ finding }: { finding: FindingRow }) {
  const client = useQueryClient();
  const { recheck: result } = finding;
  const finishedAt = result?.finishedAt;
  useEffect(() => {
    // the lists behind the drawer still show what was before
    if (finishedAt) void client.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey) });
  }, [client, finishedAt]);
  if (!result) return null;
  if (result.status === "queued") return <p role="status">{words.recheckQueued}</p>;
  const fixed = result.outcome === "closed";
  return (
    <Alert
      kind={fixed ? "success" : result.outcome === "still-open" ? "warning" : "info"}
      title={words.outcomes[result.outcome ?? "outdated"] ?? ""}
    >
      {result.detail}
      {result.finishedAt ? (
        <span className="block text-sm text-ink-3">{words.checkedAt(ago(result.finishedAt))}</span>
      ) : null}
    </Alert>
  );
}

/** The finding as plain text for somebody's list of work. */
function taskOf(finding: FindingRow): string {
  return [finding.issue, finding.action, finding.fix, ...finding.pages.slice(0, 20)].filter(Boolean).join("\n\n");
}
