import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import type { BrandRow } from "@/api/brands";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { shortDate } from "@/lib/format";
import { gaps } from "@/lib/messages/gaps";
import { materials as words } from "@/lib/messages/materials";
import { Link, useSearchParams } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useEditing } from "@/lib/use-editing";

import { materialPages } from "./api";
import { MaterialTable } from "./material-table";
import { searchOf, tabsFor } from "./material-tabs";
import { underWay } from "./material-words";
import { useMaterialsPoll } from "./use-materials-poll";

const SEARCH_FROM = 6;

/** Tabs, search and order of a brand's materials; all of them live in the address. */
export function MaterialList({ brand }: { brand: BrandRow }) {
  const [params, setParams] = useSearchParams();
  const { canEdit } = useEditing(brand.id);
  const tab = params.get("tab") ?? "all";
  const q = params.get("q") ?? "";
  const sort = params.get("sort") ?? "-createdAt";
  const list = useInfiniteQuery({
    ...materialPages(brand.id, searchOf(tab, q, sort)),
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const counts = list.data?.pages[0]?.counts;
  useMaterialsPoll(brand.id, rows.some(underWay));
  const set = (name: string, value: string, replace = false) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  if (list.isError && !list.data) return <ErrorCard error={list.error} onRetry={() => void list.refetch()} />;
  if (!counts) return <Skeleton className="h-48" />;
  const tabs = tabsFor(counts, brand.source);
  const current = tabs.find(({ value }) => value === tab) ?? tabs[0];
  const described = counts.all === 0 && brand.source === "description" && current.value !== "website";
  return (
    <Tabs value={current.value} onValueChange={(value) => set("tab", value === "all" ? "" : value)}>
      <TabsList aria-label={words.all}>
        {tabs.map(({ value, label, count }) => (
          <TabsTrigger key={value} value={value}>
            {label}
            {counts.all ? <span className="tabular ml-1.5 text-sm text-ink-3">{count}</span> : null}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={current.value} className="flex flex-col gap-4">
        {counts.all >= SEARCH_FROM || q ? (
          <div className="flex flex-wrap gap-2">
            <SearchBox
              label={words.search}
              value={q}
              onChange={(value, refined) => set("q", value, refined)}
              className="flex-1 basis-60"
            />
            <span className="basis-52">
              <Select
                aria-label={words.sort}
                value={sort}
                onChange={(event) => set("sort", event.target.value === "-createdAt" ? "" : event.target.value)}
              >
                {Object.entries(words.sorts).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </span>
          </div>
        ) : null}
        {list.isError ? <ErrorCard error={list.error} onRetry={() => void list.refetch()} /> : null}
        {rows.length ? (
          <MaterialTable brandId={brand.id} rows={rows} canEdit={canEdit} />
        ) : described && !q ? (
          <Described brand={brand} />
        ) : (
          <EmptyState
            title={q ? words.filteredEmpty : current.empty}
            action={
              q ? (
                <Button variant="secondary" onClick={() => set("q", "")}>
                  {words.clear}
                </Button>
              ) : null
            }
          />
        )}
        {list.hasNextPage ? (
          <Button
            variant="secondary"
            className="self-center"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {words.more}
          </Button>
        ) : null}
      </TabsContent>
    </Tabs>
  );
}

/** A brand without website and document speaks through its description alone. */
function Described({ brand }: { brand: BrandRow }) {
  return <DataView label={words.all} columns={overview} rows={[brand]} rowKey={(row) => row.id} />;
}

const overview: Column<BrandRow>[] = [
  { key: "name", title: words.name, cell: () => <span className="font-medium">{words.overview}</span> },
  { key: "type", title: words.type, cell: () => words.description },
  {
    key: "added",
    title: words.addedOn,
    cell: (row) => <time dateTime={row.createdAt}>{shortDate(row.createdAt)}</time>,
  },
  { key: "fit", title: words.fit, numeric: true, cell: (row) => words.fitOf(row.audience) },
  {
    key: "view",
    title: gaps.action,
    action: true,
    cell: () => (
      <Link to={paths.homepage} className="font-medium text-accent-text underline-offset-4 hover:underline">
        {words.view}
      </Link>
    ),
  },
];
