import { ChevronRight } from "lucide-react";
import { useState } from "react";

import { Segmented } from "@/components/ui/segmented";
import { why as words } from "@/lib/messages/why";
import { useDrawer } from "@/lib/use-drawer";

import type { WhyRow } from "../api/why";
import { isShown, pointsText } from "./points";

const KINDS: readonly WhyRow["kind"][] = ["topic", "question", "engine", "competitor"];
const MOST = 10;

/** Where answers changed, by topic, question, assistant and competitor; each row opens to its answers. */
export function Movement({ rows, onOpen }: { rows: WhyRow[]; onOpen: () => void }) {
  const moved = rows.filter(({ points }) => isShown(points));
  const kinds = KINDS.filter((one) => moved.some((row) => row.kind === one));
  const [chosen, setChosen] = useState<WhyRow["kind"] | null>(null);
  const kind = kinds.find((one) => one === chosen) ?? kinds[0];
  if (!kind) return null;
  const shown = moved.filter((row) => row.kind === kind).slice(0, MOST);
  return (
    <section aria-label={words.where} className="flex flex-col gap-4">
      <h3 className="text-lg font-semibold">{words.where}</h3>
      <Segmented
        label={words.where}
        value={kind}
        onChange={setChosen}
        choices={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        className="flex-wrap"
      />
      {kind === "competitor" ? <p className="text-sm text-ink-2">{words.named}</p> : null}
      <ul className="flex flex-col">
        {shown.map((row) => (
          <MovementItem key={row.key} row={row} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function MovementItem({ row, onOpen }: { row: WhyRow; onOpen: () => void }) {
  const { openAnswer } = useDrawer();
  const open = (id: string) => {
    onOpen();
    openAnswer(id);
  };
  const value = (of: number | null) => (of === null ? "---" : `${Math.round(of)}`);
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <details className="group">
        <summary className="flex cursor-pointer list-none items-baseline gap-2">
          <ChevronRight
            aria-hidden
            size={16}
            className="shrink-0 translate-y-0.5 text-ink-3 transition-transform group-open:rotate-90"
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{row.label}</span>
          <span className="tabular shrink-0 text-right whitespace-nowrap">
            {pointsText(row.points)}
            <span className="block text-sm text-ink-3">{words.rowValues(value(row.before), value(row.after))}</span>
          </span>
        </summary>
        <div className="mt-2 flex flex-col gap-2 text-sm">
          <Answers label={words.answersBefore(row.countBefore)} ids={row.answersBefore} onOpen={open}>
            {(at) => words.openBefore(row.label, at)}
          </Answers>
          <Answers label={words.answersAfter(row.countAfter)} ids={row.answersAfter} onOpen={open}>
            {(at) => words.openAfter(row.label, at)}
          </Answers>
        </div>
      </details>
    </li>
  );
}

type AnswersProps = { label: string; ids: string[]; onOpen: (id: string) => void; children: (at: number) => string };

function Answers({ label, ids, onOpen, children }: AnswersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="min-w-20 text-ink-3">{label}</span>
      {ids.map((id, index) => (
        <button
          key={id}
          type="button"
          aria-label={children(index + 1)}
          className="tabular size-7 rounded-button border border-line text-accent-text hover:bg-hover"
          onClick={() => onOpen(id)}
        >
          {index + 1}
        </button>
      ))}
    </div>
  );
}
