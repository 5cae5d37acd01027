import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";

import { useFeatureAccess } from "@/api/access";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useAuth } from "@/lib/auth";
import { brands as words } from "@/lib/messages/sections";
import { Link, useSearchParams } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";

import { brandPages, portfolioFile, portfolioQuery } from "./api";
import { BrandCard } from "./brand-card";
import { brandTabs, searchOf } from "./brand-tabs";
import { DeletedBrands } from "./deleted-brands";
import { EditBrand } from "./edit-brand";

const SEARCH_FROM = 7;

/** Every brand of the workspace; a number here is the same number the dashboard shows. */
export function BrandsScreen() {
  const canAdd = useFeatureAccess("brands.max");
  const { owns } = useRole();
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-ink-2">{words.sentence}</p>
        <div className="flex flex-wrap items-center gap-2">
          <a href={portfolioFile} download className={buttonClass("secondary")}>
            <Download aria-hidden size={16} />
            {words.download}
          </a>
          {owns ? (
            <Link to={canAdd === false ? pricingFor("brands") : paths.addBrand} className={buttonClass("primary")}>
              <Plus aria-hidden size={16} />
              {words.add}
            </Link>
          ) : (
            <p className="text-sm text-ink-2">{words.addNotYours}</p>
          )}
        </div>
      </div>
      <BrandList />
      {owns ? <DeletedBrands /> : null}
    </div>
  );
}

/** Owners and admins add, change and delete brands; editors have them analyzed. */
function useRole() {
  const { user } = useAuth();
  const role = user?.workspaces.find(({ id }) => id === user.currentWorkspaceId)?.role;
  const owns = !role || role === "owner" || role === "admin";
  return { owns, runs: owns || role === "editor" };
}

function BrandList() {
  const { owns, runs } = useRole();
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") ?? "all";
  const q = params.get("q") ?? "";
  const sort = params.get("sort") ?? "-createdAt";
  const edited = owns ? params.get("edit") : null;
  const portfolio = useQuery({ ...portfolioQuery, refetchOnMount: "always" });
  const list = useInfiniteQuery({ ...brandPages(searchOf(tab, q, sort)), refetchOnMount: "always" });
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
  const counts = list.data?.pages[0]?.counts;
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const current = brandTabs.find(({ value }) => value === tab) ?? brandTabs[0];
  return (
    <Tabs value={current.value} onValueChange={(value) => set("tab", value === "all" ? "" : value)}>
      <TabsList aria-label={words.all}>
        {brandTabs.map(({ value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
            {counts ? <span className="tabular ml-1.5 text-sm text-ink-3">{counts[value]}</span> : null}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={current.value} className="flex flex-col gap-5">
        {counts && (counts.all >= SEARCH_FROM || q) ? (
          <div className="flex flex-wrap gap-2">
            <SearchBox
              label={words.search}
              value={q}
              onChange={(value, refined) => set("q", value, refined)}
              className="flex-1 basis-60"
            />
            <span className="basis-52">
              <Select aria-label={words.sort} value={sort} onChange={(event) => set("sort", event.target.value)}>
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
        {list.data ? null : list.isError ? null : <Skeleton className="h-56" />}
        {rows.length ? (
          <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
            {rows.map((brand) => (
              <BrandCard
                key={brand.id}
                brand={brand}
                portfolio={portfolio.isError ? null : portfolio.data?.get(brand.id)}
                canRun={runs}
                canEdit={owns}
                canDelete={owns && (counts?.all ?? 0) > 1}
                onEdit={() => set("edit", brand.id)}
              />
            ))}
          </ul>
        ) : list.data ? (
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
        ) : null}
        {list.hasNextPage ? (
          <Button variant="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.more}
          </Button>
        ) : null}
        {edited ? (
          <EditBrand
            key={edited}
            id={edited}
            name={rows.find(({ id }) => id === edited)?.name}
            onClose={() => set("edit", "")}
          />
        ) : null}
      </TabsContent>
    </Tabs>
  );
}
