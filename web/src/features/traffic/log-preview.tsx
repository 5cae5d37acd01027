import { useQuery } from "@tanstack/react-query";

import { Alert } from "@/components/ui/alert";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { countText } from "@/lib/count";
import { dateTime } from "@/lib/format";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";

import { previewQuery, type Preview } from "./api";

type Row = Preview["rows"][number];
/** How the first lines of a log read, before anything is counted. */
export function LogPreview({ brandId, id }: { brandId: string; id: string }) {
  const found = useQuery(previewQuery(brandId, id));
  if (!found.data)
    return found.isError ? (
      <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <>
        <p role="status" className="text-sm text-ink-3">
          {words.previewLoading}
        </p>
        <Skeleton className="h-40" />
      </>
    );
  const { format, problem, rows, lines, readableLines, sameAs } = found.data;
  if (!format)
    return (
      <Alert kind="error" title={words.unreadable}>
        {problem}
      </Alert>
    );
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h4 className="text-sm font-medium">{words.previewTitle}</h4>
        <p className="tabular text-sm text-ink-2">
          {words.format(words.formats[format] ?? format, countText(readableLines), countText(lines), lines === 1)}
        </p>
      </div>
      {sameAs ? <Alert>{words.sameAs(sameAs)}</Alert> : null}
      <ol
        aria-label={words.previewTitle}
        className="flex flex-col divide-y divide-line rounded-card border border-line bg-canvas px-3"
      >
        {rows.map((row, index) => (
          <FirstLine key={index} row={row} />
        ))}
      </ol>
    </section>
  );
}

function FirstLine({ row: { at, bot, method, host, page, status } }: { row: Row }) {
  return (
    <li className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 py-2 text-sm md:grid-cols-[11rem_10rem_1fr_auto]">
      <span className="text-ink-3">{dateTime(at)}</span>
      <span className="max-md:order-3 wrap-anywhere">
        {bot ? <span className="font-medium">{bot}</span> : words.person}
      </span>
      <span className="max-md:order-4 max-md:col-span-2 wrap-anywhere text-ink-2">
        {method} {host}
        {page}
      </span>
      <span className={status < 400 ? "" : "font-medium text-attention-text"}>{status}</span>
    </li>
  );
}
