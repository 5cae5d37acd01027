import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";

import { Answered } from "@/components/site/answered";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { countText } from "@/lib/count";
import { traffic as words } from "@/lib/messages/traffic";

import { pagesQuery, type Asked, type Traffic } from "./api";
import { refusalsOf, type Refusal } from "./counting";
import { PageName } from "./page-table";
import { daysAlone, isNarrowed } from "./view";

const FIRST = 8;
const PAGES = 10;

type RefusedProps = { brandId: string; shown: Traffic; asked: Asked };

/** Which bots were turned away or met an error, and on which pages; the worst one stands open. */
export function Refused({ brandId, shown, asked }: RefusedProps) {
  const rows = refusalsOf(shown);
  const [all, setAll] = useState(false);
  return (
    <Card>
      <CardHeader title={words.refusedTitle} {...(rows.length ? { description: words.refusedText } : {})} />
      {rows.length ? (
        <ul className="flex flex-col divide-y divide-line">
          {(all ? rows : rows.slice(0, FIRST)).map((row, index) => (
            <RefusedRow
              key={`${row.bot} ${row.status}`}
              brandId={brandId}
              row={row}
              asked={{ ...daysAlone(asked), ...(asked.purpose ? { purpose: asked.purpose } : {}) }}
              first={index === 0}
            />
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{isNarrowed(asked) ? words.refusedNoneShown : words.refusedNone}</p>
      )}
      {rows.length > FIRST && !all ? (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setAll(true)}>
          {words.more(countText(rows.length))}
        </Button>
      ) : null}
    </Card>
  );
}

type RowProps = { brandId: string; row: Refusal; asked: Asked; first: boolean };

function RefusedRow({ brandId, row, asked, first }: RowProps) {
  const { bot, status, requests } = row;
  const [open, setOpen] = useState(first);
  const id = useId();
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Answered bot={bot} status={status} requests={requests} />
        <Button
          variant="ghost"
          size="sm"
          className="max-sm:-ml-3"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={words.showPages(bot, status)}
          onClick={() => setOpen(!open)}
        >
          {words.pagesShort}
          <ChevronDown aria-hidden size={16} className={cn("transition-transform", open && "rotate-180")} />
        </Button>
      </div>
      {open ? (
        <div id={id} className="mt-2">
          <PagesOf brandId={brandId} asked={{ ...asked, bot, status }} />
        </div>
      ) : null}
    </li>
  );
}

function PagesOf({ brandId, asked }: { brandId: string; asked: Asked }) {
  const found = useQuery(pagesQuery(brandId, asked));
  if (!found.data)
    return found.isError ? (
      <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Skeleton className="h-16" />
    );
  return (
    <ul className="flex flex-col gap-1 rounded-button bg-sunken px-3 py-2">
      {found.data.data.slice(0, PAGES).map((page) => (
        <li key={`${page.site} ${page.page}`} className="flex flex-wrap justify-between gap-x-4 text-sm">
          <PageName page={page} />
          <span className="tabular text-ink-2">{words.requests(countText(page.requests), page.requests === 1)}</span>
        </li>
      ))}
    </ul>
  );
}
