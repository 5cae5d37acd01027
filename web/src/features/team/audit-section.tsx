import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DataView, type Column } from "@/components/ui/data-view";
import { ErrorCard } from "@/components/ui/error-card";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { dateTime } from "@/lib/format";
import { auditLog as words } from "@/lib/messages/audit-log";
import { useSort } from "@/lib/use-sort";

import { auditFiles, auditHeadQuery, auditQuery, type AuditEntry } from "./api";
import { detailOf } from "./audit-detail";

const SHOWN_OF_HASH = 12;

/** Who changed what. Read when it is asked for. */
export function AuditSection() {
  const [shown, setShown] = useState(false);
  return (
    <section aria-labelledby="activity-title" className="flex flex-col items-start gap-3 border-t border-line pt-6">
      <div>
        <h2 id="activity-title" className="text-lg font-semibold">
          {words.title}
        </h2>
        <p className="mt-1 text-ink-2">{words.text}</p>
      </div>
      {shown ? (
        <Entries />
      ) : (
        <Button variant="secondary" onClick={() => setShown(true)}>
          {words.show}
        </Button>
      )}
    </section>
  );
}

const columns: Column<AuditEntry>[] = [
  {
    key: "when",
    title: words.when,
    sort: "createdAt",
    cell: (entry) => <time dateTime={entry.createdAt}>{dateTime(entry.createdAt)}</time>,
    className: "tabular whitespace-nowrap",
  },
  { key: "who", title: words.who, cell: (entry) => whoOf(entry) },
  { key: "what", title: words.what, cell: (entry) => <What entry={entry} /> },
];

function Entries() {
  const [kind, setKind] = useState("");
  const sorting = useSort("activity");
  const log = useInfiniteQuery({ ...auditQuery(kind, sorting.sort), placeholderData: keepPreviousData });
  const rows = log.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="flex w-full flex-col gap-4">
      <Field label={words.filter} className="md:max-w-56">
        {(control) => (
          <Select {...control} value={kind} onChange={(event) => setKind(event.target.value)}>
            {words.kinds.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {log.isError ? <ErrorCard title={words.loadFailed} error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isPending ? <Skeleton className="h-40" /> : null}
      {log.isSuccess && rows.length === 0 ? <p className="text-ink-2">{words.empty}</p> : null}
      {rows.length > 0 ? (
        <DataView
          label={words.title}
          columns={columns}
          rows={rows}
          rowKey={(entry) => entry.id}
          {...(rows.length > 1 ? { sorting } : {})}
        />
      ) : null}
      {log.hasNextPage ? (
        <Button
          variant="secondary"
          className="self-start"
          pending={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
      <Head />
    </div>
  );
}

/** Where the log ends now, and the whole of it as files that can be checked. */
function Head() {
  const head = useQuery(auditHeadQuery).data;
  if (!head?.sequence) return null;
  const files = auditFiles(head.sequence);
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      <p className="text-ink-2">{words.head(head.sequence)}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        {words.seal}
        <code>{`${head.sequence}:${head.hash.slice(0, SHOWN_OF_HASH)}…`}</code>
        <CopyButton text={`${head.sequence}:${head.hash}`} label={words.copySeal} done={words.copiedSeal} />
      </p>
      <p className="flex flex-wrap gap-2">
        {files.map(({ href, first, last }) => (
          <a key={href} href={href} download className={buttonClass("secondary", "sm")}>
            {files.length > 1 ? words.downloadPart(first, last) : words.download}
          </a>
        ))}
      </p>
    </div>
  );
}

const whoOf = ({ actorName, via }: AuditEntry) => {
  const name = actorName ?? words.system;
  return via ? words.via(name, via) : name;
};

function What({ entry }: { entry: AuditEntry }) {
  const detail = detailOf(entry);
  return (
    <span className="wrap-anywhere">
      {words.actions[entry.action] ?? entry.action}
      {detail ? <span className="text-ink-3">{` · ${detail}`}</span> : null}
    </span>
  );
}
