import { dashboard as words } from "@/lib/messages/visibility";
import { withInterval } from "@/lib/format";
import { deltaWords, sampleSize } from "@/lib/score-words";

import type { Metric, Score } from "./api";

type Row = { metric: Metric; label: string; score: Score | null; absence: string };
type ScoreTableProps = { rows: Row[]; first: boolean; onOpen: (metric: Metric) => void };

/** The gauges' numbers as a table: value with interval, band, change, and what they were counted from. */
export function ScoreTable({ rows, first, onOpen }: ScoreTableProps) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface px-5 py-2" tabIndex={0} role="region" aria-label={words.scoresTable}>
      <table className="tabular w-full text-left" aria-label={words.scoresTable}>
        <thead className="text-sm text-ink-2">
          <tr>
            {words.scoreColumns.map((title, index) => (
              <th key={title} scope="col" className={index === 1 ? "py-2 pr-4 text-right font-medium" : "py-2 pr-4 font-medium"}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ metric, label, score, absence }) => (
            <tr key={metric} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-4 font-medium">
                {label}
              </th>
              {score ? (
                <>
                  <td className="py-2.5 pr-4 text-right whitespace-nowrap">
                    <button type="button" onClick={() => onOpen(metric)} className="font-medium underline-offset-4 hover:text-accent-text hover:underline">
                      {withInterval(score)}
                    </button>
                  </td>
                  <td className="py-2.5 pr-4 whitespace-nowrap">{score.band}</td>
                  <td className="py-2.5 pr-4">{deltaWords(score.delta, first).text}</td>
                  <td className="py-2.5 whitespace-nowrap">{sampleSize(score)}</td>
                </>
              ) : (
                <td colSpan={words.scoreColumns.length - 1} className="py-2.5 text-ink-2">
                  {absence}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
