import { Badge, type Tone } from "@/components/ui/badge";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { gaps } from "@/lib/messages/gaps";

import { contentGapsQuery, type Gap, type Rows } from "./api";
import { BrandData } from "./brand-data";
import { EvidenceDrawer } from "./evidence-drawer";
import { useDrawer } from "./use-drawer";

const toneOfGap: Record<Gap["gapType"], Tone> = { Major: "attention", Moderate: "moderate", Minor: "info" };

/** Questions where others win, each with the answer that shows it and one concrete move. */
export function ContentGapsScreen() {
  return <BrandData query={contentGapsQuery}>{(rows) => <Loaded rows={rows} />}</BrandData>;
}

function Loaded({ rows }: { rows: Rows<Gap> }) {
  const { openAnswer } = useDrawer();
  const total = rows.data.length + rows.locked;
  if (!total) return <EmptyState title={gaps.noneOpen} text={gaps.noneOpenText} />;
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-ink-2">{gaps.contentText}</p>
      <DataView label={gaps.contentGaps} columns={columns(openAnswer)} rows={rows.data} rowKey={(row) => row.id} />
      {rows.locked ? (
        <UpgradeNotice title={gaps.locked(rows.data.length, total)} text={gaps.previewText} action={gaps.upgrade} reason="gaps.content" />
      ) : null}
      <EvidenceDrawer runId={null} />
    </div>
  );
}

function columns(openAnswer: (id: string) => void): Column<Gap>[] {
  return [
    { key: "category", title: gaps.category, cell: (row) => <span className="first-letter:uppercase">{row.category}</span>, className: "w-32 font-medium" },
    { key: "prompt", title: gaps.prompt, cell: (row) => row.prompt, className: "w-48" },
    { key: "answer", title: gaps.aiResponse, cell: (row) => <Excerpt row={row} onOpen={openAnswer} />, className: "w-64" },
    {
      key: "type",
      title: gaps.gapType,
      cell: (row) => (
        <span className="flex flex-col items-start gap-1">
          <Badge tone={toneOfGap[row.gapType]}>{row.gapType}</Badge>
          {row.fewAnswers ? <span className="text-xs text-ink-3">{gaps.fewAnswers}</span> : null}
        </span>
      ),
    },
    { key: "competitor", title: gaps.competitor, cell: (row) => row.competitor },
    { key: "move", title: gaps.attackMove, cell: (row) => row.attackMove, className: "min-w-56" },
  ];
}

function Excerpt({ row, onOpen }: { row: Gap; onOpen: (id: string) => void }) {
  const { answerId } = row;
  return (
    <span className="flex flex-col items-start gap-1.5">
      <span className="evidence line-clamp-3 px-2.5 py-1 text-[15px]">{row.aiResponse}</span>
      {answerId ? (
        <button type="button" onClick={() => onOpen(answerId)} className="text-sm text-accent-text underline-offset-4 hover:underline">
          {gaps.openAnswer}
        </button>
      ) : null}
    </span>
  );
}
