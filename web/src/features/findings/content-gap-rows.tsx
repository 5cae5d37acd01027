import { useState } from "react";

import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { Verbatim } from "@/components/ui/verbatim";
import { decision, filters as words, gapDrawer } from "@/lib/messages/advice";
import { gaps } from "@/lib/messages/gaps";
import { withoutMarks } from "@/lib/plain-words";
import { useDrawer } from "@/lib/use-drawer";
import { useEditing } from "@/lib/use-editing";
import { useSort } from "@/lib/use-sort";

import type { Gap } from "./api/advice";
import { DecisionFacts, DecisionMenu } from "./decision-menu";
import { useDecide } from "./use-decide";

export const toneOfGap: Record<Gap["gapType"], Tone> = { Major: "attention", Moderate: "moderate", Minor: "info" };

/** The list itself, with what can be decided about one row or several. */
export function ContentGapRows({ brandId, rows }: { brandId: string; rows: Gap[] }) {
  const { canEdit, reason } = useEditing(brandId);
  const { openAnswer, openGap } = useDrawer();
  const { decide, decideSeveral } = useDecide(brandId, "gap");
  const order = useSort();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => picked.has(row.id) && row.status !== "closed").map((row) => row.id);
  const toggle = (id: string) =>
    setPicked((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const act = (status: "planned" | "done" | "dismissed" | "open") => {
    decideSeveral(chosen, { status });
    setPicked(new Set());
  };
  const columns: Column<Gap>[] = [
    {
      key: "category",
      sort: "category",
      title: gaps.category,
      cell: (row) => (
        <CategoryCell
          row={row}
          {...(canEdit && row.status !== "closed"
            ? { picked: picked.has(row.id), onToggle: () => toggle(row.id) }
            : {})}
        />
      ),
      className: "w-24 xl:w-32",
    },
    {
      key: "prompt",
      sort: "prompt",
      title: gaps.prompt,
      cell: (row) => <span className="font-medium">{row.prompt}</span>,
      className: "min-w-32 xl:min-w-44",
    },
    {
      key: "answer",
      title: gaps.aiResponse,
      cell: (row) => <Excerpt row={row} onOpen={openAnswer} />,
      className: "min-w-36 xl:min-w-60",
    },
    { key: "type", sort: "type", title: gaps.gapType, cell: (row) => <TypeCell row={row} /> },
    { key: "competitor", sort: "competitor", title: gaps.competitor, cell: (row) => <OtherNames row={row} /> },
    {
      key: "move",
      title: gaps.attackMove,
      className: "min-w-40 xl:min-w-72",
      cell: (row) => (
        <span className="flex flex-col items-start gap-2">
          <span className="wrap-anywhere">{row.attackMove}</span>
          <span className="flex flex-wrap items-center gap-2">
            <DecisionMenu
              row={row}
              what={row.prompt}
              disabled={!canEdit}
              onDecide={(change) => decide(row.id, change)}
            />
            <Button variant="ghost" size="sm" onClick={() => openGap(row.id)}>
              {gapDrawer.open}
            </Button>
          </span>
          <DecisionFacts row={row} />
        </span>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-3">
      {reason ? <p className="text-sm text-ink-3">{reason}</p> : null}
      {chosen.length ? (
        <div
          role="group"
          aria-label={words.selected(chosen.length)}
          className="sticky top-16 z-20 flex flex-wrap items-center gap-2 rounded-card border border-accent-line bg-accent-surface px-4 py-2"
        >
          <span className="tabular mr-auto font-medium">{words.selected(chosen.length)}</span>
          <Button variant="secondary" size="sm" onClick={() => act("planned")}>
            {decision.plan}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => act("done")}>
            {decision.finish}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => act("dismissed")}>
            {decision.confirmDismiss}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => act("open")}>
            {decision.reopen}
          </Button>
        </div>
      ) : null}
      <DataView
        label={gaps.contentGaps}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        sorting={{ ...order, chooser: false }}
      />
    </div>
  );
}

function CategoryCell({ row, picked, onToggle }: { row: Gap; picked?: boolean; onToggle?: () => void }) {
  const text = <span className="inline-block first-letter:uppercase">{row.category}</span>;
  if (!onToggle) return text;
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={picked}
        onChange={onToggle}
        aria-label={words.select(row.prompt)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      {text}
    </label>
  );
}

function TypeCell({ row }: { row: Gap }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={toneOfGap[row.gapType]}>{row.gapType}</Badge>
      <span className="tabular text-xs whitespace-nowrap text-ink-3">n = {row.n}</span>
      {row.tooEarly ? <span className="text-xs text-ink-2">{gaps.tooEarly}</span> : null}
      {row.fewAnswers && !row.tooEarly ? <span className="text-xs text-ink-3">{gaps.fewAnswers}</span> : null}
    </span>
  );
}

function OtherNames({ row }: { row: Gap }) {
  const others = row.competitors.filter((name) => name !== row.competitor).length;
  return (
    <span>
      {row.competitor}
      {others ? <span className="text-sm text-ink-3"> +{others}</span> : null}
    </span>
  );
}

const QUOTED = /^(.*?)“(.*)”$/s;

/** What an assistant said is evidence; what we say about its silence is not, except the passage it quotes. */
export function Response({ row }: { row: Gap }) {
  const [, lead, quote] =
    row.kind === "coverage" ? (QUOTED.exec(row.aiResponse) ?? [null, row.aiResponse, ""]) : [null, "", row.aiResponse];
  return (
    <>
      {lead ? <span className="text-ink-2">{lead.trim()}</span> : null}
      {quote ? (
        <Verbatim lines={3} className="px-2.5 py-1">
          {withoutMarks(quote)}
        </Verbatim>
      ) : null}
    </>
  );
}

function Excerpt({ row, onOpen }: { row: Gap; onOpen: (id: string) => void }) {
  const { answerId } = row;
  return (
    <span className="flex flex-col items-start gap-1.5">
      <Response row={row} />
      {answerId ? (
        <button
          type="button"
          onClick={() => onOpen(answerId)}
          className="text-sm text-accent-text underline-offset-4 hover:underline"
        >
          {gaps.openAnswer}
        </button>
      ) : null}
    </span>
  );
}
