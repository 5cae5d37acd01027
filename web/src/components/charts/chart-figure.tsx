import { useState, type ReactNode } from "react";

type ChartFigureProps = {
  /** The sentence that says what the picture shows; the caption of both forms. */
  summary: string;
  labels: { table: string; chart: string };
  table: ReactNode;
  children: ReactNode;
};

/** Every chart in two forms: the picture, and the same numbers as a table. */
export function ChartFigure({ summary, labels, table, children }: ChartFigureProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure>
      {asTable ? table : children}
      <figcaption className="mt-2 flex items-center justify-between gap-4 text-sm text-ink-2">
        <span>{summary}</span>
        <button
          type="button"
          className="min-h-6 shrink-0 text-accent-text underline-offset-4 hover:underline"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? labels.chart : labels.table}
        </button>
      </figcaption>
    </figure>
  );
}
