import { Alert } from "@/components/ui/alert";
import { DataView, type Column } from "@/components/ui/data-view";
import { countText } from "@/lib/count";
import { coverage as words } from "@/lib/messages/method";

import type { Calibration, Cell } from "./api";
import { summarised, type Panels } from "./cells";
import { percentText, shareRange, shareText } from "./numbers";
import { Prose, Section } from "./section";

/** Whether intervals held a truth that was known, in simulated panels of every size. */
export function Coverage({ calibration }: { calibration: Calibration | null }) {
  return (
    <Section id="coverage">
      {calibration ? <Recorded calibration={calibration} /> : <Alert>{words.none}</Alert>}
    </Section>
  );
}

function Recorded({
  calibration: { cells, counts, violations, passed, nullMoved, seed },
}: {
  calibration: Calibration;
}) {
  return (
    <>
      <Prose>{words.text(countText(counts.trialsPerCell ?? 0))}</Prose>
      {passed ? (
        <Alert kind="success">{words.passed}</Alert>
      ) : (
        <Alert kind="warning">{words.violations(violations)}</Alert>
      )}
      <DataView
        label={words.span}
        columns={panelColumns}
        rows={summarised(cells)}
        rowKey={({ kind, prompts }) => `${kind} ${prompts}`}
      />
      <Prose>
        {words.null(shareText(nullMoved), countText(counts.nullTrials ?? 0))} {words.few}
      </Prose>
      <details className="group">
        <summary className="w-fit rounded-button py-1 font-medium text-accent-text underline-offset-4 hover:underline">
          {words.all(cells.length)} <span className="tabular font-normal text-ink-3">· {words.seed(seed)}</span>
        </summary>
        <div className="mt-3">
          <DataView
            label={words.all(cells.length)}
            columns={cellColumns}
            rows={cells}
            rowKey={({ kind, prompts, rate, correlation }) => `${kind} ${prompts} ${rate} ${correlation}`}
          />
        </div>
      </details>
    </>
  );
}

const points = (ratio: number) => (100 * ratio).toFixed(1);

const panelColumns: Column<Panels>[] = [
  {
    key: "kind",
    title: words.columns.kind,
    className: "w-full",
    cell: ({ kind }) => <span className="font-medium">{words.kinds[kind]}</span>,
  },
  { key: "prompts", title: words.columns.prompts, numeric: true, cell: ({ prompts }) => countText(prompts) },
  {
    key: "span",
    title: words.span,
    numeric: true,
    className: "whitespace-nowrap",
    cell: ({ least, most }) => shareRange(least, most),
  },
  { key: "width", title: words.columns.width, numeric: true, cell: ({ width }) => points(width) },
];

const cellColumns: Column<Cell>[] = [
  {
    key: "kind",
    title: words.columns.kind,
    className: "w-full whitespace-nowrap",
    cell: ({ kind }) => <span className="font-medium">{words.kinds[kind]}</span>,
  },
  { key: "prompts", title: words.columns.prompts, numeric: true, cell: ({ prompts }) => countText(prompts) },
  {
    key: "rate",
    title: words.columns.rate,
    numeric: true,
    className: "whitespace-nowrap",
    cell: ({ rate }) => percentText(100 * rate),
  },
  { key: "correlation", title: words.columns.correlation, numeric: true, cell: ({ correlation }) => correlation },
  {
    key: "covered",
    title: words.columns.covered,
    numeric: true,
    className: "whitespace-nowrap",
    cell: ({ covered }) => shareText(covered),
  },
  { key: "width", title: words.columns.width, numeric: true, cell: ({ width }) => points(width) },
  {
    key: "few",
    title: words.columns.few,
    numeric: true,
    cell: ({ fewMentions }) => (fewMentions ? words.yes : words.no),
  },
];
