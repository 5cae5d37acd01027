import { useQuery } from "@tanstack/react-query";

import { Card, CardHeader } from "@/components/ui/card";
import { DataView, type Column } from "@/components/ui/data-view";
import { ErrorCard } from "@/components/ui/error-card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { dateTime, longDate } from "@/lib/format";
import { usage as words } from "@/lib/messages/engines";
import { usd } from "@/lib/money";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useSort } from "@/lib/use-sort";

import { usageQuery, type Usage } from "./api/engines";

type EngineUse = Usage["engines"][number];
type Entry = Usage["entries"]["data"][number];

/** What this period has used of the plan and of one's own keys, down to the newest questions. */
export function UsageCard() {
  const sorting = useSort("usage");
  const usage = useQuery({ ...usageQuery, refetchOnMount: "always" });
  if (usage.isError) return <ErrorCard title={words.title} error={usage.error} onRetry={() => void usage.refetch()} />;
  if (!usage.data) return <Skeleton className="h-64" />;
  const { budget, person, ownKeys, engines, entries, period } = usage.data;
  return (
    <Card className="flex flex-col gap-5">
      <CardHeader title={words.title} description={words.text} className="mb-0" />
      <p className="tabular">{usage.data.allowance}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Meter
          label={words.answers}
          used={budget.used}
          limit={budget.limit}
          note={budget.reserved ? words.reserved(budget.reserved) : null}
        />
        {person ? (
          <Meter
            label={words.person}
            used={person.used}
            limit={person.limit}
            note={person.reserved ? words.reserved(person.reserved) : null}
          />
        ) : null}
        <div>
          <p className="text-sm text-ink-2">{words.money}</p>
          <p className="tabular text-lg font-semibold">
            {usd(budget.usedUsd)}
            {budget.limitUsd ? <span className="font-normal text-ink-3"> / {usd(budget.limitUsd)}</span> : null}
          </p>
          <p className="text-sm text-ink-3">{words.resets(longDate(period.resetsAt))}</p>
        </div>
        {ownKeys.map((key) => (
          <Meter
            key={key.account}
            label={`${words.own}: ${key.account}`}
            used={key.used}
            limit={key.limit}
            note={usd(key.usedUsd)}
          />
        ))}
      </div>
      {engines.length ? (
        <DataView
          label={words.title}
          columns={engineColumns}
          rows={engines}
          rowKey={(row) => `${row.id}-${row.keySource}`}
          sorting={sorting}
        />
      ) : (
        <p className="text-ink-2">{words.none}</p>
      )}
      {entries.data.length ? (
        <details>
          <summary className="font-medium text-accent-text">{words.entries}</summary>
          <div className="mt-3">
            <DataView label={words.entries} columns={entryColumns} rows={entries.data} rowKey={(row) => row.id} />
          </div>
        </details>
      ) : null}
    </Card>
  );
}

function Meter({
  label,
  used,
  limit,
  note,
}: {
  label: string;
  used: number;
  limit: number | null;
  note: string | null;
}) {
  return (
    <div>
      <p className="text-sm text-ink-2">{label}</p>
      <p className="tabular text-lg font-semibold">{words.used(used, limit)}</p>
      {limit === null ? null : <Progress value={used} max={limit} label={label} className="mt-1.5" />}
      {note ? <p className="tabular mt-1 text-sm text-ink-3">{note}</p> : null}
    </div>
  );
}

const engineColumns: Column<EngineUse>[] = [
  {
    key: "engine",
    sort: (row) => row.name,
    title: words.engine,
    cell: (row) => <span className="font-medium">{row.name}</span>,
  },
  {
    key: "source",
    sort: (row) => words.sources[row.keySource],
    title: words.source,
    cell: (row) => words.sources[row.keySource],
  },
  { key: "count", title: words.count, numeric: true, sort: (row) => row.answers, cell: (row) => row.answers },
  { key: "failed", title: words.failed, numeric: true, sort: (row) => row.failed, cell: (row) => row.failed },
  {
    key: "cost",
    title: words.cost,
    numeric: true,
    sort: (row) => Number(row.costUsd),
    cell: (row) => usd(row.costUsd),
  },
];

const entryColumns: Column<Entry>[] = [
  { key: "when", title: words.when, cell: (row) => <time dateTime={row.askedAt}>{dateTime(row.askedAt)}</time> },
  { key: "model", title: words.model, cell: (row) => row.model },
  { key: "status", title: words.status, cell: (row) => words.statuses[row.status] },
  {
    key: "tokens",
    title: words.tokens,
    numeric: true,
    cell: (row) => (row.inputTokens === null ? "---" : `${row.inputTokens} / ${row.outputTokens ?? "---"}`),
  },
  { key: "cost", title: words.cost, numeric: true, cell: (row) => usd(row.costUsd) },
  {
    key: "answer",
    title: words.openAnswer,
    action: true,
    cell: (row) =>
      row.answerId ? (
        <Link
          to={`${paths.dashboard}?answer=${row.answerId}`}
          className="font-medium whitespace-nowrap text-accent-text underline-offset-4 hover:underline"
        >
          {words.openAnswer}
        </Link>
      ) : null,
  },
];
