import { Movement, ReadingCell } from "@/components/charts/reading";
import { DataView, type Column } from "@/components/ui/data-view";
import { metricNames } from "@/lib/messages/analytics";
import { shared as words } from "@/lib/messages/share";

import type { SharedGroup } from "./api";

/** Platforms, competitors or questions with their readings and how the first of them moved. */
export function GroupTable({ title, first, rows }: { title: string; first: string; rows: SharedGroup[] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      {rows.length ? (
        <DataView label={title} columns={columnsOf(first, rows)} rows={rows} rowKey={(row) => row.label} />
      ) : (
        <p className="text-ink-2">{words.none}</p>
      )}
    </section>
  );
}

function columnsOf(first: string, rows: SharedGroup[]): Column<SharedGroup>[] {
  const metrics = Object.keys(rows[0]?.values ?? {});
  const readings = metrics.map((metric, index): Column<SharedGroup> => ({
    key: metric,
    title: metricNames[metric] ?? metric,
    numeric: true,
    cell: (row) => {
      const reading = row.values[metric];
      return (
        <span className="inline-flex flex-col items-end">
          <ReadingCell reading={reading} />
          {index === 0 && reading?.delta ? <Movement delta={reading.delta} unit={reading.unit} /> : null}
        </span>
      );
    },
  }));
  return [
    { key: "label", title: first, cell: (row) => <span className="font-medium wrap-anywhere">{row.label}</span> },
    ...readings,
    { key: "answers", title: words.answers, numeric: true, cell: (row) => row.answers },
  ];
}
