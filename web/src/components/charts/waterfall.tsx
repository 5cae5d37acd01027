import { useRef, type KeyboardEvent } from "react";

import { cn } from "@/lib/cn";

import { ChartFigure } from "./chart-figure";
import { ChartTable } from "./chart-table";

export type Step = {
  key: string;
  label: string;
  points: number;
  /** The points in words. */
  text: string;
  /** What else the table says of it, e.g. its likely range. */
  note?: string;
};

type WaterfallProps = {
  before: { label: string; value: number; text: string };
  after: { label: string; value: number; text: string };
  steps: Step[];
  summary: string;
  labels: { table: string; chart: string; name: string; value: string; note: string };
};

/** From one value to another through signed steps, each beginning where the last one ended. ↑/↓, Home and End walk. */
export function Waterfall({ before, after, steps, summary, labels }: WaterfallProps) {
  const list = useRef<HTMLUListElement>(null);
  const ends = endsOf(before.value, steps);
  const [least, most] = rangeOf([0, before.value, after.value, ...ends]);
  const at = (value: number) => (100 * (value - least)) / (most - least);
  const walk = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("li") ?? [])];
    const here = rows.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next === undefined || here < 0) return;
    event.preventDefault();
    rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus();
  };
  const total = (key: string, { label, text }: WaterfallProps["before"]) => ({ key, name: label, cells: [text, ""] });
  const rows = [
    total("before", before),
    ...steps.map(({ key, label, text, note }) => ({ key, name: label, cells: [text, note ?? ""] })),
    total("after", after),
  ];
  return (
    <ChartFigure
      summary={summary}
      labels={labels}
      table={<ChartTable label={summary} titles={[labels.name, labels.value, labels.note]} rows={rows} />}
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the rows in it */}
      <ul ref={list} onKeyDown={walk} aria-label={summary} className="flex flex-col gap-2.5">
        <Row label={before.label} text={before.text} from={at(0)} to={at(before.value)} tone="bg-ink-3" strong />
        {steps.map((step, index) => {
          const from = index === 0 ? before.value : ends[index - 1]!;
          const tone = step.points > 0 ? "bg-good" : step.points < 0 ? "bg-attention" : "bg-line-strong";
          return (
            <Row key={step.key} label={step.label} text={step.text} from={at(from)} to={at(ends[index]!)} tone={tone} />
          );
        })}
        <Row label={after.label} text={after.text} from={at(0)} to={at(after.value)} tone="bg-accent" strong />
      </ul>
    </ChartFigure>
  );
}

type RowProps = { label: string; text: string; from: number; to: number; tone: string; strong?: boolean };

function Row({ label, text, from, to, tone, strong = false }: RowProps) {
  return (
    <li tabIndex={0} className="rounded-button">
      <div className={cn("mb-1 flex items-baseline justify-between gap-4 text-sm", strong && "font-medium")}>
        <span>{label}</span>
        <span className="tabular whitespace-nowrap">{text}</span>
      </div>
      <div aria-hidden className="relative h-3 w-full rounded-full bg-sunken">
        <div
          className={cn("absolute inset-y-0 min-w-0.5 rounded-sm", tone)}
          style={{ left: `${Math.min(from, to)}%`, width: `${Math.abs(to - from)}%` }}
        />
      </div>
    </li>
  );
}

/** Where each step ends. */
export function endsOf(start: number, steps: { points: number }[]): number[] {
  let at = start;
  return steps.map(({ points }) => (at += points));
}

/** The values a picture has to span; never a span of nothing. */
function rangeOf(values: number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [least, most > least ? most : least + 1];
}
