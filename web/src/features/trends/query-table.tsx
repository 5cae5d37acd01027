import { Download } from "lucide-react";

import { MetricInfo } from "@/components/metrics/metric-info";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { sorted } from "@/components/ui/sorting";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { saveCsv, toCsv } from "@/lib/csv";
import { signed } from "@/lib/format";
import { trends as words } from "@/lib/messages/sections";
import { useSort } from "@/lib/use-sort";
import { useEditing } from "@/lib/use-editing";

import type { TrendingQuery } from "./api";
import { useTrendsAddress } from "./use-address";
import { useTrackQuery } from "./use-track-query";

export const toneOfDifficulty: Record<NonNullable<TrendingQuery["difficulty"]>, Tone> = {
  Low: "good",
  Medium: "moderate",
  High: "attention",
};
const DIFFICULTIES = ["Low", "Medium", "High"] as const;
const SATURATIONS = ["Very Low", "Low", "Medium", "High", "Very High"] as const;
const DEMANDS = [10, 25, 50, 75] as const;

/** Shows where a query comes from, or first of all its brief. */
export type OpenQuery = (query: TrendingQuery, brief: boolean) => void;
type QueryTableProps = { brandId: string; rows: TrendingQuery[]; onOpen: OpenQuery };

/**
 * The queries with what is known of each; what is unknown stays "---". All of them are here, so filters and order are
 * the browser's.
 */
export function QueryTable({ brandId, rows, onOpen }: QueryTableProps) {
  const { topic, demand, difficulty, q, clear } = useTrendsAddress();
  const sorting = useSort();
  const { canEdit } = useEditing(brandId);
  const { track, pending } = useTrackQuery(brandId);
  const table = columns(onOpen, canEdit ? track : null, pending);
  const shown = rows.filter(
    (row) =>
      (!difficulty || row.difficulty === difficulty) &&
      (topic === null || row.topics.includes(topic)) &&
      (row.demand ?? -1) >= (demand || -1) &&
      row.query.toLowerCase().includes(q.toLowerCase()),
  );
  return (
    <div className="flex flex-col gap-3">
      <Filters rows={rows} onCsv={() => saveCsv("trending-queries.csv", csvOf(sorted(shown, table, sorting.sort)))} />
      {shown.length ? (
        <DataView label={words.title} columns={table} rows={shown} rowKey={(row) => row.id} sorting={sorting} />
      ) : (
        <EmptyState
          title={words.filteredEmpty}
          action={
            <Button variant="secondary" onClick={clear}>
              {words.clear}
            </Button>
          }
        />
      )}
    </div>
  );
}

/** Topic, least demand and difficulty beside the words searched for; Clear ends them all. */
function Filters({ rows, onCsv }: { rows: TrendingQuery[]; onCsv: () => void }) {
  const { topic, demand, difficulty, q, narrowed, change, clear } = useTrendsAddress();
  const topics = [...new Set(rows.flatMap((row) => row.topics))].filter(Boolean).sort((a, b) => a.localeCompare(b));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        label={words.search}
        value={q}
        onChange={(text, refined) => change({ q: text }, refined)}
        className="grow basis-48"
      />
      {topics.length > 1 || topic !== null ? (
        <span className="basis-40 max-sm:grow">
          <Select
            aria-label={words.topicFilter}
            value={topic ?? ""}
            onChange={(event) => change({ topic: event.target.value || null })}
          >
            <option value="">{words.anyTopic}</option>
            {topics.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </span>
      ) : null}
      <span className="basis-40 max-sm:grow">
        <Select
          aria-label={words.demandFilter}
          value={demand ? String(demand) : ""}
          onChange={(event) => change({ demand: event.target.value || null })}
        >
          <option value="">{words.anyDemand}</option>
          {[...new Set([...DEMANDS, ...(demand ? [demand] : [])])].map((least) => (
            <option key={least} value={least}>
              {words.demandFrom(least)}
            </option>
          ))}
        </Select>
      </span>
      <span className="basis-40 max-sm:grow">
        <Select
          aria-label={words.difficultyFilter}
          value={difficulty}
          onChange={(event) => change({ difficulty: event.target.value })}
        >
          <option value="">{words.anyDifficulty}</option>
          {DIFFICULTIES.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </Select>
      </span>
      {narrowed ? (
        <Button variant="link" size="sm" onClick={clear}>
          {words.clear}
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" onClick={onCsv}>
        <Download aria-hidden size={16} />
        {words.csv}
      </Button>
    </div>
  );
}

/** A query with searches now and too few before to compare with is new; without a search nothing is known. */
const isNew = (row: TrendingQuery) => row.growth === null && row.demand !== null;

function Growth({ row }: { row: TrendingQuery }) {
  if (isNew(row)) return <Badge tone="accent">{words.isNew}</Badge>;
  return row.growth === null ? words.unknown : signed(Math.round(row.growth));
}

const placeOf = <T extends string>(order: readonly T[], value: T | null) =>
  value === null ? null : order.indexOf(value);

export function csvOf(rows: readonly TrendingQuery[]): string {
  return toCsv(
    [words.query, words.demand, words.saturation, words.difficulty, words.growth],
    rows.map((row) => [row.query, row.demand, row.saturation, row.difficulty, isNew(row) ? words.isNew : row.growth]),
  );
}

function columns(
  onOpen: OpenQuery,
  track: ((query: TrendingQuery) => void) | null,
  pending: boolean,
): Column<TrendingQuery>[] {
  return [
    {
      key: "query",
      title: words.query,
      className: "min-w-56",
      sort: (row) => row.query,
      cell: (row) => (
        <span className="flex flex-col items-start gap-1">
          <button
            type="button"
            onClick={() => onOpen(row, false)}
            className="text-left font-medium hover:text-accent-text hover:underline"
          >
            {row.query}
          </button>
          <span className="tabular flex flex-wrap gap-2 text-sm text-ink-3">
            {row.n ? words.seen(row.seen, row.n) : words.notSeen}
            {row.simulated ? <Badge tone="info">{words.simulated}</Badge> : null}
          </span>
        </span>
      ),
    },
    {
      key: "demand",
      title: words.demand,
      className: "whitespace-normal!",
      about: <MetricInfo metric="aiDemand" name={words.demand} />,
      numeric: true,
      sort: (row) => row.demand,
      cell: (row) => (row.demand === null ? words.unknown : Math.round(row.demand)),
    },
    {
      key: "saturation",
      title: words.saturation,
      className: "whitespace-normal!",
      about: <MetricInfo metric="contentSaturation" name={words.saturation} />,
      sort: (row) => placeOf(SATURATIONS, row.saturation),
      cell: (row) => row.saturation ?? words.unknown,
    },
    {
      key: "difficulty",
      title: words.difficulty,
      className: "whitespace-normal!",
      about: <MetricInfo metric="rankingDifficulty" name={words.difficulty} />,
      sort: (row) => placeOf(DIFFICULTIES, row.difficulty),
      cell: (row) =>
        row.difficulty ? <Badge tone={toneOfDifficulty[row.difficulty]}>{row.difficulty}</Badge> : words.unknown,
    },
    {
      key: "growth",
      title: words.growth,
      className: "whitespace-normal!",
      about: <MetricInfo metric="growthRate" name={words.growth} />,
      numeric: true,
      sort: (row) => row.growth,
      cell: (row) => <Growth row={row} />,
    },
    {
      key: "actions",
      title: words.actions,
      action: true,
      cell: (row) =>
        track ? (
          <span className="flex flex-wrap gap-2 md:flex-col md:items-end md:gap-1">
            <Button variant="secondary" size="sm" disabled={pending} onClick={() => track(row)}>
              {words.track}
            </Button>
            {row.gap ? (
              <Button
                variant="ghost"
                size="sm"
                aria-label={words.makeBriefFor(row.query)}
                onClick={() => onOpen(row, true)}
              >
                {words.makeBrief}
              </Button>
            ) : null}
          </span>
        ) : null,
    },
  ];
}
