import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { countText } from "@/lib/count";
import { traffic as words } from "@/lib/messages/traffic";

import { pagesQuery, type Asked, type PageLine } from "./api";
import { TablePart } from "./table-part";

const FIRST = 10;
const names = words.pageColumns;
const page: Column<PageLine> = { key: "page", title: names.page, cell: (row) => <PageName page={row} /> };
const count = (key: "requests" | "errors" | "pageViews", title: string): Column<PageLine> => ({
  key,
  title,
  numeric: true,
  cell: (row) => countText(row[key]),
});

type PageTableProps = { brandId: string; asked: Asked; title: string; people?: boolean };

/** The most requested pages, by bots or by those whom assistants sent. */
export function PageTable({ brandId, asked, title, people = false }: PageTableProps) {
  const found = useQuery(pagesQuery(brandId, asked));
  const [all, setAll] = useState(false);
  const columns = [page, ...(people ? [count("pageViews", names.views)] : []), count("requests", names.requests)];
  const rows = found.data?.data ?? [];
  return (
    <TablePart title={title}>
      {found.data ? (
        <DataView
          label={title}
          columns={people ? columns : [...columns, count("errors", names.errors)]}
          rows={all ? rows : rows.slice(0, FIRST)}
          rowKey={(row) => `${row.site} ${row.page}`}
        />
      ) : found.isError ? (
        <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton className="h-48" />
      )}
      {rows.length > FIRST && !all ? (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setAll(true)}>
          {words.more(countText(rows.length))}
        </Button>
      ) : null}
    </TablePart>
  );
}

/** A page below its site; pages that are not told apart have one name. */
export function PageName({ page: { page: path, site } }: { page: PageLine }) {
  if (path === null) return <span className="text-ink-3">{words.otherPages}</span>;
  return (
    <span className="min-w-0 wrap-anywhere">
      {site ? <span className="text-ink-3">{site}</span> : null}
      {path}
    </span>
  );
}
