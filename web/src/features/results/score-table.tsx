import type { Metric, Score } from "@/api/results";
import { DataView, type Column } from "@/components/ui/data-view";
import { withInterval } from "@/lib/format";
import { dashboard as words } from "@/lib/messages/visibility";
import { bandWord, deltaWords, sampleSize } from "@/lib/score-words";

type Row = { metric: Metric; label: string; score: Score | null; absence: string };
type ScoreTableProps = { rows: Row[]; first: boolean; onOpen: (metric: Metric) => void };

/** The gauges' numbers as a table: value with interval, band, change, and what they were counted from. */
export function ScoreTable({ rows, first, onOpen }: ScoreTableProps) {
  const [name, value, band, change, counted] = words.scoreColumns;
  const columns: Column<Row>[] = [
    { key: "name", title: name, cell: (row) => <span className="font-medium">{row.label}</span> },
    {
      key: "value",
      title: value,
      numeric: true,
      cell: ({ metric, score, absence }) =>
        score ? (
          <button
            type="button"
            onClick={() => onOpen(metric)}
            className="tabular min-h-6 font-medium whitespace-nowrap underline-offset-4 hover:text-accent-text hover:underline"
          >
            {withInterval(score)}
          </button>
        ) : (
          <span className="text-ink-2">{absence}</span>
        ),
    },
    { key: "band", title: band, cell: ({ score }) => (score ? bandWord(score) : "---") },
    { key: "change", title: change, cell: ({ score }) => (score ? deltaWords(score.delta, first).text : "---") },
    {
      key: "counted",
      title: counted,
      cell: ({ score }) => (score ? <span className="tabular">{sampleSize(score)}</span> : "---"),
    },
  ];
  return <DataView label={words.scoresTable} columns={columns} rows={rows} rowKey={(row) => row.metric} />;
}
