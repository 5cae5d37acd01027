import { Badge, type Tone } from "@/components/ui/badge";
import { DataView, type Column } from "@/components/ui/data-view";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { gaps } from "@/lib/messages/gaps";

import { contentGapsQuery, type Gap, type Rows } from "./api";
import { BrandData } from "./brand-data";
import { EvidenceDrawer } from "./evidence-drawer";
import { NoGaps, SimulatedMark } from "./no-gaps";
import { useDrawer } from "./use-drawer";

const toneOfGap: Record<Gap["gapType"], Tone> = { Major: "attention", Moderate: "moderate", Minor: "info" };

/** Questions where others win, each with the answer that shows it and one concrete move. */
export function ContentGapsScreen() {
  return <BrandData query={contentGapsQuery}>{(rows, brandId) => <Loaded rows={rows} brandId={brandId} />}</BrandData>;
}

function Loaded({ rows, brandId }: { rows: Rows<Gap>; brandId: string }) {
  const { openAnswer } = useDrawer();
  const total = rows.data.length + rows.locked;
  if (!total) return <NoGaps brandId={brandId} part="content" title={gaps.noneOpen} text={gaps.noneOpenText} />;
  return (
    <div className="flex flex-col gap-6">
      <p className="flex max-w-prose flex-wrap items-baseline gap-2 text-ink-2">
        <SimulatedMark brandId={brandId} />
        {gaps.contentText}
      </p>
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
    { key: "category", title: gaps.category, cell: (row) => <span className="inline-block first-letter:uppercase">{row.category}</span>, className: "w-32 font-medium" },
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

const QUOTED = /^(.*?)“(.*)”$/s;

/** What an assistant said is evidence; what we say about its silence is not, except the passage it quotes. */
function Response({ row }: { row: Gap }) {
  const [, lead, quote] = row.kind === "coverage" ? (QUOTED.exec(row.aiResponse) ?? [null, row.aiResponse, ""]) : [null, "", row.aiResponse];
  return (
    <>
      {lead ? <span className="text-ink-2">{lead.trim()}</span> : null}
      {quote ? <span className="evidence line-clamp-3 px-2.5 py-1 text-[15px]">{quote}</span> : null}
    </>
  );
}

function Excerpt({ row, onOpen }: { row: Gap; onOpen: (id: string) => void }) {
  const { answerId } = row;
  return (
    <span className="flex flex-col items-start gap-1.5">
      <Response row={row} />
      {answerId ? (
        <button type="button" onClick={() => onOpen(answerId)} className="text-sm text-accent-text underline-offset-4 hover:underline">
          {gaps.openAnswer}
        </button>
      ) : null}
    </span>
  );
}
