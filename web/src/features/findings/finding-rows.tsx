import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { Segmented } from "@/components/ui/segmented";
import { decision, site } from "@/lib/messages/advice";
import { gaps } from "@/lib/messages/gaps";
import { useSearchParams } from "@/lib/navigation";
import { useDrawer } from "@/lib/use-drawer";
import { useEditing } from "@/lib/use-editing";
import { useSort } from "@/lib/use-sort";

import type { FindingRow } from "./api/advice";
import { DecisionFacts, DecisionMenu } from "./decision-menu";
import { toneOfLevel } from "./finding-view";
import { useDecide } from "./use-decide";

type Grouping = "issue" | "page";
const groupings = [
  { value: "issue" as const, label: site.byIssue },
  { value: "page" as const, label: site.byPage },
];

/** Findings by cause, or each page with what was found on it. */
export function FindingRows({ brandId, rows }: { brandId: string; rows: FindingRow[] }) {
  const [grouping, setGrouping] = useGrouping();
  const { canEdit, reason } = useEditing(brandId);
  const { decide } = useDecide(brandId, "finding");
  const { openFinding } = useDrawer();
  const sorting = useSort();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented label={site.groupBy} value={grouping} onChange={setGrouping} choices={groupings} />
        {reason ? <p className="text-sm text-ink-3">{reason}</p> : null}
      </div>
      {grouping === "page" ? (
        <ByPage rows={rows} onOpen={openFinding} />
      ) : (
        <DataView
          label={gaps.technicalGaps}
          columns={columns(openFinding, (row) => (
            <DecisionMenu
              row={row}
              what={row.issue}
              disabled={!canEdit}
              dismissLabel={decision.ignore}
              onDecide={(change) => decide(row.id, change)}
            />
          ))}
          rows={rows}
          rowKey={(row) => row.id}
          sorting={sorting}
        />
      )}
    </div>
  );
}

/** By cause unless the address says otherwise. */
function useGrouping(): [Grouping, (next: Grouping) => void] {
  const [params, setParams] = useSearchParams();
  const change = (next: Grouping) =>
    setParams(
      (old) => {
        const fresh = new URLSearchParams(old);
        if (next === "page") fresh.set("group", next);
        else fresh.delete("group");
        return fresh;
      },
      { preventScrollReset: true },
    );
  return [params.get("group") === "page" ? "page" : "issue", change];
}

function columns(onOpen: (id: string) => void, menu: (row: FindingRow) => ReactNode): Column<FindingRow>[] {
  return [
    {
      key: "page",
      sort: "page",
      title: gaps.page,
      cell: (row) => <Page row={row} />,
      className: "min-w-24 xl:min-w-40",
    },
    { key: "issue", title: gaps.issue, cell: (row) => row.issue, className: "min-w-36 font-medium xl:min-w-52" },
    { key: "type", sort: "type", title: gaps.type, cell: (row) => row.type },
    { key: "impact", sort: "impact", numeric: false, title: gaps.impactColumn, cell: (row) => <Impact row={row} /> },
    {
      key: "action",
      title: gaps.action,
      className: "min-w-48 xl:min-w-72",
      cell: (row) => (
        <span className="flex flex-col items-start gap-2">
          <span className="wrap-anywhere">{row.action}</span>
          <span className="flex flex-wrap items-center gap-2">
            {menu(row)}
            <Button variant="ghost" size="sm" onClick={() => onOpen(row.id)}>
              {gaps.openFinding}
            </Button>
          </span>
          <DecisionFacts row={row} />
          {row.recheck?.outcome ? (
            <span className="text-sm text-ink-2">{site.outcomes[row.recheck.outcome]}</span>
          ) : null}
        </span>
      ),
    },
  ];
}

function Impact({ row }: { row: FindingRow }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={toneOfLevel[row.impact]}>{row.impact}</Badge>
      {row.policyChoice ? <span className="text-xs text-ink-3">{gaps.policyChoice}</span> : null}
    </span>
  );
}

function Page({ row }: { row: FindingRow }) {
  return (
    <span className="wrap-anywhere">
      {pathOf(row.page)}
      {row.affectedPages > 1 ? (
        <span className="block text-sm text-ink-3">{gaps.morePages(row.affectedPages - 1)}</span>
      ) : null}
    </span>
  );
}

function ByPage({ rows, onOpen }: { rows: FindingRow[]; onOpen: (id: string) => void }) {
  const pages = new Map<string, FindingRow[]>();
  for (const row of rows)
    for (const page of row.pages.length ? row.pages : [row.page]) pages.set(page, [...(pages.get(page) ?? []), row]);
  const sorted = [...pages].sort(([, a], [, b]) => b.length - a.length);
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {sorted.map(([page, found]) => (
        <li key={page} className="rounded-card border border-line bg-surface p-4">
          <h2 className="font-medium wrap-anywhere">{pathOf(page)}</h2>
          <ul className="mt-2 flex flex-col">
            {found.map((row) => (
              <li key={row.id} className="border-t border-line first:border-t-0">
                <button
                  type="button"
                  onClick={() => onOpen(row.id)}
                  className="flex w-full items-start justify-between gap-3 py-2 text-left hover:text-accent-text"
                >
                  <span>{row.issue}</span>
                  <Badge tone={toneOfLevel[row.impact]}>{row.impact}</Badge>
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** The part of an address that tells pages of one site apart. */
export function pathOf(page: string): string {
  try {
    const url = new URL(page);
    return url.pathname === "/" ? url.host : url.pathname + url.search;
  } catch {
    return page || gaps.wholeSite;
  }
}
