import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { longDate } from "@/lib/format";
import { invoices as words } from "@/lib/messages/billing-manage";
import { useSort } from "@/lib/use-sort";

import { invoicesQuery, type Invoice } from "./api";

const amountOf = ({ amount, currency }: Invoice) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).format(Number(amount));

const columns: Column<Invoice>[] = [
  {
    key: "date",
    title: words.date,
    sort: "date",
    cell: ({ date }) => <span className="whitespace-nowrap">{longDate(date)}</span>,
  },
  { key: "number", title: words.number, cell: ({ number }) => number ?? "–" },
  { key: "status", title: words.status, sort: "status", cell: ({ status }) => words.statuses[status] ?? status },
  { key: "amount", title: words.amount, numeric: true, sort: "amount", cell: amountOf },
  { key: "links", title: words.links, action: true, cell: (invoice) => <Documents invoice={invoice} /> },
];

/** Bills, newest first or as asked, with the payment provider's own pages of them. */
export function InvoicesCard() {
  const sorting = useSort("invoices");
  const list = useInfiniteQuery({ ...invoicesQuery(sorting.sort), placeholderData: keepPreviousData });
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section aria-labelledby="invoices-title">
      <h2 id="invoices-title" className="mb-3 text-lg font-semibold">
        {words.title}
      </h2>
      {list.isPending ? <Skeleton className="h-24 w-full" /> : null}
      {list.isError && !list.data ? (
        <ErrorCard title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && !rows.length ? <p className="text-ink-2">{words.none}</p> : null}
      {rows.length ? (
        <DataView
          label={words.title}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          {...(rows.length > 1 ? { sorting } : {})}
        />
      ) : null}
      {list.hasNextPage ? (
        <Button
          variant="secondary"
          className="mt-3"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </section>
  );
}

function Documents({ invoice: { number, pageUrl, pdfUrl } }: { invoice: Invoice }) {
  const name = number ?? "";
  return (
    <span className="inline-flex gap-4">
      {pageUrl ? <Document href={pageUrl} label={words.viewLabel(name)} text={words.view} /> : null}
      {pdfUrl ? <Document href={pdfUrl} label={words.pdfLabel(name)} text={words.pdf} /> : null}
    </span>
  );
}

function Document({ href, label, text }: { href: string; label: string; text: string }) {
  return (
    <a
      href={href}
      aria-label={label}
      target="_blank"
      rel="noreferrer"
      className="text-accent-text underline underline-offset-4"
    >
      {text}
    </a>
  );
}
