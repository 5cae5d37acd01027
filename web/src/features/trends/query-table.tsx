import { Download } from "lucide-react";

import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { saveCsv, toCsv } from "@/lib/csv";
import { signed } from "@/lib/format";
import { trends as words } from "@/lib/messages/sections";
import { useEditing } from "@/lib/use-editing";

import type { TrendingQuery } from "./api";
import { useTrendsAddress } from "./use-address";
import { useTrack } from "./use-track";

export const toneOfDifficulty: Record<NonNullable<TrendingQuery["difficulty"]>, Tone> = { Low: "good", Medium: "moderate", High: "attention" };
const DIFFICULTIES = ["Low", "Medium", "High"] as const;

type QueryTableProps = { brandId: string; rows: TrendingQuery[]; onOpen: (query: TrendingQuery) => void };

/** The queries with what is known of each; what is unknown stays "---". */
export function QueryTable({ brandId, rows, onOpen }: QueryTableProps) {
  const { difficulty, q, change } = useTrendsAddress();
  const { canEdit } = useEditing(brandId);
  const { track, pending } = useTrack(brandId);
  const shown = rows.filter((row) => (!difficulty || row.difficulty === difficulty) && row.query.toLowerCase().includes(q.toLowerCase()));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox label={words.search} value={q} onChange={(text, refined) => change({ q: text }, refined)} className="flex-1 basis-48" />
        <span className="basis-44">
          <Select aria-label={words.difficultyFilter} value={difficulty} onChange={(event) => change({ difficulty: event.target.value })}>
            <option value="">{words.anyDifficulty}</option>
            {DIFFICULTIES.map((level) => (
              <option key={level}>{level}</option>
            ))}
          </Select>
        </span>
        <Button look="ghost" size="sm" onClick={() => saveCsv("trending-queries.csv", csvOf(shown))}>
          <Download aria-hidden size={16} />
          {words.csv}
        </Button>
      </div>
      {shown.length ? (
        <DataView label={words.title} columns={columns(onOpen, canEdit ? track : null, pending)} rows={shown} rowKey={(row) => row.id} />
      ) : (
        <EmptyState title={words.filteredEmpty} />
      )}
    </div>
  );
}

const percent = (growth: number | null) => (growth === null ? words.unknown : signed(Math.round(growth)));

export function csvOf(rows: readonly TrendingQuery[]): string {
  return toCsv(
    [words.query, words.demand, words.saturation, words.difficulty, words.growth],
    rows.map((row) => [row.query, row.demand, row.saturation, row.difficulty, row.growth]),
  );
}

function columns(onOpen: (query: TrendingQuery) => void, track: ((query: TrendingQuery) => void) | null, pending: boolean): Column<TrendingQuery>[] {
  return [
    {
      key: "query",
      title: words.query,
      className: "min-w-56",
      cell: (row) => (
        <span className="flex flex-col items-start gap-1">
          <button type="button" onClick={() => onOpen(row)} className="text-left font-medium hover:text-accent-text hover:underline">
            {row.query}
          </button>
          <span className="tabular flex flex-wrap gap-2 text-sm text-ink-3">
            {row.n ? words.seen(row.seen, row.n) : words.notSeen}
            {row.simulated ? <Badge tone="info">{words.simulated}</Badge> : null}
          </span>
        </span>
      ),
    },
    { key: "demand", title: words.demand, numeric: true, cell: (row) => (row.demand === null ? words.unknown : Math.round(row.demand)) },
    { key: "saturation", title: words.saturation, cell: (row) => row.saturation ?? words.unknown },
    { key: "difficulty", title: words.difficulty, cell: (row) => (row.difficulty ? <Badge tone={toneOfDifficulty[row.difficulty]}>{row.difficulty}</Badge> : words.unknown) },
    { key: "growth", title: words.growth, numeric: true, cell: (row) => percent(row.growth) },
    {
      key: "actions",
      title: words.actions,
      action: true,
      cell: (row) =>
        track ? (
          <Button look="secondary" size="sm" disabled={pending} onClick={() => track(row)}>
            {words.track}
          </Button>
        ) : null,
    },
  ];
}
