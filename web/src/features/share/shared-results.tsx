import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { DataView, type Column } from "@/components/ui/data-view";
import { longDate } from "@/lib/format";
import { shared as words } from "@/lib/messages/share";

import type { SharedGap, SharedView } from "./api";
import { GroupTable } from "./group-table";
import { SharedScores } from "./shared-scores";
import { SharedTrend } from "./shared-trend";

const TABLES = ["engines", "competitors", "prompts"] as const;

/** Everything a link shows, in the order of the product's own screens. */
export function SharedResults({ view }: { view: SharedView }) {
  return (
    <>
      <Head view={view} />
      {view.unreadable ? <Alert kind="error" title={view.unreadable} /> : null}
      <SharedScores scores={view.scores} />
      {view.unanswered.length ? <Unanswered questions={view.unanswered} /> : null}
      <Filters view={view} />
      {view.trend ? (
        <Card>
          <CardHeader title={words.trend} />
          <SharedTrend points={view.trend} marks={view.marks} />
        </Card>
      ) : null}
      {TABLES.map((name) => {
        const rows = view[name];
        return rows ? (
          <GroupTable key={name} title={words.tables[name]} first={words.firstColumn[name]} rows={rows} />
        ) : null;
      })}
      {view.gaps ? <Gaps rows={view.gaps} /> : null}
      {view.recommendations ? <Advice rows={view.recommendations} /> : null}
    </>
  );
}

function Head({ view: { brand, name, sharedBy, range, asOf, basis } }: { view: SharedView }) {
  return (
    <header className="flex flex-col gap-2">
      <p className="text-sm text-ink-2">
        {words.sharedBy(sharedBy)} · {name}
      </p>
      <h1 className="text-3xl font-semibold wrap-anywhere">{brand.name}</h1>
      {brand.websiteUrl ? (
        <a
          href={brand.websiteUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="self-start text-accent-text underline-offset-4 wrap-anywhere hover:underline"
        >
          {brand.websiteUrl}
        </a>
      ) : null}
      <p className="tabular text-ink-2">
        {range ? words.period(longDate(`${range.from}T00:00:00`), longDate(`${range.to}T00:00:00`)) : null}
        {asOf ? ` · ${words.asOf(longDate(asOf))}` : null}
      </p>
      {basis === "simulator" ? <Alert className="mt-2">{words.simulated}</Alert> : null}
      {basis === "imported" ? <Alert className="mt-2">{words.imported}</Alert> : null}
    </header>
  );
}

function Filters({ view: { enginesOnly, topicsOnly } }: { view: SharedView }) {
  if (enginesOnly.length + topicsOnly.length === 0) return null;
  return (
    <Alert title={words.filtered}>
      {words.filters(enginesOnly.join(", "), topicsOnly.join(", "))}. {words.filteredText}
    </Alert>
  );
}

function Unanswered({ questions }: { questions: string[] }) {
  return (
    <Card>
      <CardHeader title={words.unanswered} />
      <ul className="flex flex-col gap-1.5">
        {questions.map((question) => (
          <li key={question} className="wrap-anywhere">
            {question}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const gapColumns: Column<SharedGap>[] = [
  {
    key: "prompt",
    title: words.question,
    cell: (gap) => <span className="font-medium wrap-anywhere">{gap.prompt}</span>,
  },
  {
    key: "severity",
    title: words.severity,
    cell: (gap) => (
      <span className="flex flex-col items-start gap-1">
        <Badge tone={gap.gapType === "Major" ? "attention" : gap.gapType === "Moderate" ? "moderate" : "neutral"}>
          {gap.gapType}
        </Badge>
        {gap.tooEarly ? <span className="text-xs text-ink-2">{words.tooEarly}</span> : null}
      </span>
    ),
  },
  { key: "ahead", title: words.ahead, cell: (gap) => (gap.tooEarly ? "---" : gap.competitor || "---") },
  { key: "todo", title: words.todo, cell: (gap) => gap.attackMove },
];

function Gaps({ rows }: { rows: SharedGap[] }) {
  return (
    <section aria-label={words.gaps}>
      <h2 className="mb-3 text-lg font-semibold">{words.gaps}</h2>
      {rows.length ? (
        <DataView
          label={words.gaps}
          columns={gapColumns}
          rows={rows}
          rowKey={(gap) => `${gap.prompt} ${gap.competitor}`}
        />
      ) : (
        <p className="text-ink-2">{words.gapsNone}</p>
      )}
    </section>
  );
}

function Advice({ rows }: { rows: NonNullable<SharedView["recommendations"]> }) {
  return (
    <section aria-label={words.recommendations}>
      <h2 className="mb-3 text-lg font-semibold">{words.recommendations}</h2>
      {rows.length === 0 ? <p className="text-ink-2">{words.recommendationsNone}</p> : null}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface empty:hidden">
        {rows.map((row) => (
          <li key={row.title + row.description} className="p-4 sm:p-5">
            <h3 className="flex flex-wrap items-center gap-2 font-medium">
              {row.title}
              <Badge tone={row.priority === "High" ? "attention" : row.priority === "Medium" ? "moderate" : "neutral"}>
                {words.priority(row.priority)}
              </Badge>
              <Badge>{words.effort(row.effort)}</Badge>
            </h3>
            <p className="mt-1 max-w-prose text-ink-2 wrap-anywhere">{row.description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
