import { Whisker } from "@/components/charts/whisker";
import { Alert } from "@/components/ui/alert";
import { DataView, type Column } from "@/components/ui/data-view";
import { countText } from "@/lib/count";
import { localeName } from "@/lib/locale-name";
import { detection as words } from "@/lib/messages/method";

import type { Detector, Figure } from "./api";
import { shareRange, shareText } from "./numbers";
import { Prose, Section, Subheading } from "./section";

/** How often reading an answer goes wrong, task by task. */
export function Detection({ detector }: { detector: Detector | null }) {
  return <Section id="detection">{detector ? <Measured detector={detector} /> : <Alert>{words.none}</Alert>}</Section>;
}

function Measured({ detector }: { detector: Detector }) {
  const languages = Object.entries(detector.languages).sort(([, a], [, b]) => b - a);
  return (
    <>
      <Prose>{words.text(countText(detector.texts), detector.version)}</Prose>
      {detector.current ? null : <Alert kind="warning">{words.stale}</Alert>}
      <DataView label={words.columns.value} columns={columns} rows={detector.figures} rowKey={({ task }) => task} />
      {detector.description ? (
        <>
          <Subheading>{words.construction}</Subheading>
          <Prose>{detector.description}</Prose>
        </>
      ) : null}
      {languages.length ? (
        <>
          <Subheading>{words.languages}</Subheading>
          <ul className="tabular flex flex-wrap gap-x-5 gap-y-1.5 text-ink-2">
            {languages.map(([language, texts]) => (
              <li key={language}>
                {localeName(language)} <span className="text-ink">{countText(texts)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

const nameOf = (task: string) => words.tasks[task]?.[0] ?? task;

const columns: Column<Figure>[] = [
  {
    key: "task",
    title: words.columns.task,
    cell: ({ task }) => (
      <>
        <span className="block font-medium">{nameOf(task)}</span>
        <span className="block text-sm text-ink-2">{words.tasks[task]?.[1]}</span>
      </>
    ),
  },
  {
    key: "value",
    title: words.columns.value,
    numeric: true,
    className: "whitespace-nowrap",
    cell: ({ task, value, low, high }) => (
      <div className="ml-auto flex w-28 flex-col items-end gap-2">
        {shareText(value)}
        <Whisker
          value={100 * value}
          low={100 * low}
          high={100 * high}
          summary={words.summary(nameOf(task), shareText(value), shareRange(low, high))}
        />
      </div>
    ),
  },
  {
    key: "interval",
    title: words.columns.interval,
    numeric: true,
    className: "whitespace-nowrap",
    cell: ({ low, high }) => shareRange(low, high),
  },
  { key: "n", title: words.columns.n, numeric: true, cell: ({ n }) => countText(n) },
];
