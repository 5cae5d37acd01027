import { Card, CardHeader } from "@/components/ui/card";
import { DataView, type Column } from "@/components/ui/data-view";
import { shortDate } from "@/lib/format";
import { gaps } from "@/lib/messages/gaps";

import type { GapsSummary } from "./api";

type Point = GapsSummary["trend"][number];
const SHOWN = 12;

/** How many gaps were open, appeared and closed with each analysis. A part an analysis did not look at stays empty. */
export function GapTrend({ trend }: { trend: Point[] }) {
  if (!trend.length) return null;
  const points = trend.slice(-SHOWN);
  const highest = Math.max(1, ...points.map((point) => (point.contentOpen ?? 0) + (point.technicalOpen ?? 0)));
  return (
    <Card>
      <CardHeader title={gaps.trend} />
      {points.length > 1 ? (
        <Bars points={points} highest={highest} />
      ) : (
        <p className="mb-4 text-ink-2">{gaps.trendStarts}</p>
      )}
      <DataView label={gaps.trend} columns={columns} rows={[...points].reverse()} rowKey={(point) => point.runId} />
    </Card>
  );
}

function Bars({ points, highest }: { points: Point[]; highest: number }) {
  const share = (n: number | null) => `${(100 * (n ?? 0)) / highest}%`;
  return (
    <div className="mb-5">
      <ul className="flex h-36 items-end gap-2" aria-label={gaps.trend}>
        {points.map((point) => (
          <li
            key={point.runId}
            aria-label={gaps.barSummary(shortDate(point.at), point.contentOpen ?? 0, point.technicalOpen ?? 0)}
            className="flex h-full max-w-16 flex-1 flex-col justify-end gap-px"
          >
            <span aria-hidden className="rounded-t-sm bg-accent" style={{ height: share(point.contentOpen) }} />
            <span
              aria-hidden
              className="border border-accent bg-accent-surface"
              style={{ height: share(point.technicalOpen) }}
            />
          </li>
        ))}
      </ul>
      <p aria-hidden className="mt-2 flex gap-4 text-sm text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <span className="size-3 bg-accent" />
          {gaps.contentPart}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="size-3 border border-accent bg-accent-surface" />
          {gaps.technicalPart}
        </span>
      </p>
    </div>
  );
}

const show = (n: number | null) => (n === null ? "---" : n);

const columns: Column<Point>[] = [
  { key: "at", title: gaps.analysis, cell: (point) => <time dateTime={point.at}>{shortDate(point.at)}</time> },
  {
    key: "content",
    title: `${gaps.contentPart}: ${gaps.openCount}`,
    numeric: true,
    cell: (point) => show(point.contentOpen),
  },
  { key: "content-new", title: gaps.newCount, numeric: true, cell: (point) => show(point.contentNew) },
  { key: "content-closed", title: gaps.closedCount, numeric: true, cell: (point) => show(point.contentClosed) },
  {
    key: "technical",
    title: `${gaps.technicalPart}: ${gaps.openCount}`,
    numeric: true,
    cell: (point) => show(point.technicalOpen),
  },
  { key: "technical-new", title: gaps.newCount, numeric: true, cell: (point) => show(point.technicalNew) },
  { key: "technical-closed", title: gaps.closedCount, numeric: true, cell: (point) => show(point.technicalClosed) },
];
