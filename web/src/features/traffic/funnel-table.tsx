import { Badge } from "@/components/ui/badge";
import { DataView, type Column } from "@/components/ui/data-view";
import { cn } from "@/lib/cn";
import { countText } from "@/lib/count";
import { funnel as words } from "@/lib/messages/traffic-funnel";

import type { Funnel, FunnelPage } from "./api";

/** Every page of the funnel with what it takes and what it misses. */
export function FunnelTable({ shown }: { shown: Funnel }) {
  return (
    <DataView
      label={words.tableTitle}
      columns={columnsOf(shown)}
      rows={shown.data}
      rowKey={(row) => `${row.site} ${row.page}`}
    />
  );
}

function columnsOf({ counted, answers, data }: Funnel): Column<FunnelPage>[] {
  const sites = new Set(data.map(({ site }) => site)).size > 1;
  const logged = (key: "live" | "visits"): Column<FunnelPage> => ({
    key,
    title: words.columns[key],
    numeric: true,
    cell: (row) => (counted ? countText(row[key]) : words.none),
  });
  return [
    { key: "page", title: words.columns.page, cell: (row) => <PageLabel row={row} site={sites} /> },
    {
      key: "fetched",
      title: words.columns.fetched,
      numeric: true,
      cell: (row) => (counted ? <Fetched row={row} /> : words.none),
    },
    logged("live"),
    {
      key: "cited",
      title: words.columns.cited,
      numeric: true,
      cell: (row) => (answers ? <Cited row={row} /> : words.none),
    },
    logged("visits"),
    {
      key: "missing",
      title: words.columns.missing,
      cell: (row) => <MissingCell row={row} known={counted && answers > 0} />,
    },
  ];
}

/** What a page misses first, nothing once it takes every step, a dash where that cannot be known. */
function MissingCell({ row, known }: { row: FunnelPage; known: boolean }) {
  if (row.missing)
    return <Badge tone={row.missing === "refused" ? "attention" : "neutral"}>{words.missings[row.missing]}</Badge>;
  if (known && row.cited && row.visits) return words.nothing;
  return (
    <>
      <span aria-hidden>{words.none}</span>
      <span className="sr-only">{words.unknownCell}</span>
    </>
  );
}

function PageLabel({ row, site }: { row: FunnelPage; site: boolean }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      {site ? <span className="text-ink-3">{row.site}</span> : null}
      {row.page}
    </span>
  );
}

const Below = ({ children, tone = "text-ink-3" }: { children: string; tone?: string | undefined }) => (
  <span className={cn("block text-xs", tone)}>{children}</span>
);

function Fetched({ row: { fetched, refused, missing } }: { row: FunnelPage }) {
  return (
    <span className="block text-right">
      {countText(fetched)}
      {refused ? (
        <Below tone={missing === "refused" ? "text-attention-text" : undefined}>
          {words.refused(countText(refused))}
        </Below>
      ) : null}
    </span>
  );
}

/** How many answers cite a page, on how many of the questions, with the interval, and whether they name the brand. */
function Cited({ row: { cited, named, share, shareLow, shareHigh } }: { row: FunnelPage }) {
  if (!cited || share === null || shareLow === null || shareHigh === null) return countText(cited);
  return (
    <span className="block text-right">
      {countText(cited)}
      <Below>{words.naming(countText(named), countText(cited))}</Below>
      <Below>
        {words.share(countText(Math.round(share)), countText(Math.floor(shareLow)), countText(Math.ceil(shareHigh)))}
      </Below>
    </span>
  );
}
