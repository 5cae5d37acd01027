import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link, useSearchParams } from "react-router";

import { useFeatureAccess } from "@/api/access";
import { brandsQuery, type BrandRow } from "@/api/brands";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { shortDate } from "@/lib/format";
import { brands as words } from "@/lib/messages/sections";
import { paths, pricingFor } from "@/lib/paths";

import { brandTabs } from "./brand-tabs";

/** Every brand of the workspace; a number here is the same number the dashboard shows. */
export function BrandsScreen() {
  const brands = useQuery(brandsQuery);
  const canAdd = useFeatureAccess("brands.max");
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-ink-2">{words.sentence}</p>
        <Link to={canAdd ? paths.addBrand : pricingFor("brands")} className={buttonClass("primary")}>
          <Plus aria-hidden size={16} />
          {words.add}
        </Link>
      </div>
      {brands.data ? <BrandTabs rows={brands.data.data} /> : brands.isError ? <ErrorCard error={brands.error} onRetry={() => void brands.refetch()} /> : <Skeleton className="h-56" />}
    </div>
  );
}

function BrandTabs({ rows }: { rows: BrandRow[] }) {
  const [params, setParams] = useSearchParams();
  return (
    <Tabs value={params.get("tab") ?? "all"} onValueChange={(tab) => setParams({ tab }, { replace: true })}>
      <TabsList aria-label={words.all}>
        {brandTabs.map(({ value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {brandTabs.map(({ value, empty, holds }) => {
        const shown = rows.filter(holds);
        return (
          <TabsContent key={value} value={value}>
            {shown.length ? (
              <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
                {shown.map((row) => (
                  <BrandCard key={row.id} brand={row} />
                ))}
              </ul>
            ) : (
              <EmptyState title={empty} />
            )}
          </TabsContent>
        );
      })}
    </Tabs>
  );
}

function BrandCard({ brand }: { brand: BrandRow }) {
  return (
    <li className="flex">
      <Card className="flex min-w-0 flex-1 flex-col gap-3">
        <h2 className="text-lg font-semibold wrap-anywhere">{brand.name}</h2>
        <div className="tabular flex flex-wrap gap-2">
          <Badge>{words.visibility(brand.overall)}</Badge>
          <Badge>{words.audience(brand.audience)}</Badge>
        </div>
        <p className="wrap-anywhere">{brand.websiteUrl ?? words.viaDocument}</p>
        <p className="flex-1 text-ink-2 wrap-anywhere">{brand.targetAudience ?? words.noAudience}</p>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <span className="text-sm text-ink-3">{words.addedOn(shortDate(brand.createdAt))}</span>
          <Link to={`${paths.dashboard}?brand=${brand.id}`} className={buttonClass("secondary", "sm")}>
            {words.details}
          </Link>
        </div>
      </Card>
    </li>
  );
}
