import { onePerDay } from "@/components/charts/series";
import { TrendLine } from "@/components/charts/trend-line";
import { monthDay } from "@/lib/format";
import { shared as words } from "@/lib/messages/share";
import { pointText } from "@/lib/readings";

import type { SharedView } from "./api";

/** The course of Content AI Visibility with its interval band. */
export function SharedTrend({
  points,
  marks,
}: {
  points: NonNullable<SharedView["trend"]>;
  marks: SharedView["marks"];
}) {
  const data = points.flatMap(({ at, value, low, high }) =>
    value === null ? [] : [{ at: new Date(`${at}T00:00:00`), value, low: low ?? value, high: high ?? value }],
  );
  const [first, last] = [data[0], data[data.length - 1]];
  if (!first || !last) return <p className="text-ink-2">{words.trendNone}</p>;
  if (data.length === 1) return <p className="text-ink-2">{words.trendOne}</p>;
  const summary = words.trendSummary(data.length, pointText(first, "score100"), pointText(last, "score100"));
  const shown = marks
    .map(({ day: at, text }) => ({ at: new Date(`${at}T00:00:00`), label: text }))
    .filter(({ at }) => at >= first.at && at <= last.at);
  return (
    <>
      <TrendLine data={data} summary={summary} formatDate={monthDay} labels={words.chart} marks={onePerDay(shown)} />
      <ul className="mt-3 text-sm text-ink-2 empty:hidden">
        {onePerDay(shown).map(({ at, label }) => (
          <li key={at.toISOString()} className="wrap-anywhere">
            <time className="tabular">{monthDay(at)}</time>: {label}
          </li>
        ))}
      </ul>
    </>
  );
}
