import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link, useSearchParams } from "react-router";

import { brandsQuery } from "@/api/brands";
import { buttonClass } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useAuth } from "@/lib/auth";
import { useCurrentBrandId } from "@/lib/current-brand";
import { gaps } from "@/lib/messages/gaps";
import { materials } from "@/lib/messages/sections";
import { paths } from "@/lib/paths";
import { isRecent } from "@/lib/recent";

type Row = { name: string; type: string; fit: number | null; recent: boolean };

/** What the brand gave us to read, and how well it speaks to the audience. */
export function MaterialsScreen() {
  const { businessInfo } = useAuth();
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-xl font-semibold">{materials.title(businessInfo?.businessName ?? "")}</h2>
        <Link to={paths.addMaterial} className={buttonClass("primary")}>
          <Plus aria-hidden size={16} />
          {materials.add}
        </Link>
      </div>
      <MaterialTabs />
    </div>
  );
}

function MaterialTabs() {
  const brands = useQuery(brandsQuery);
  const brandId = useCurrentBrandId();
  const [params, setParams] = useSearchParams();
  const brand = brands.data?.data.find((row) => row.id === brandId) ?? brands.data?.data[0];
  if (brands.isError) return <ErrorCard error={brands.error} onRetry={() => void brands.refetch()} />;
  if (!brand) return <Skeleton className="h-48" />;
  const website = brand.source === "website";
  const row: Row = {
    name: website ? materials.homepage : materials.overview,
    type: website ? materials.website : brand.source === "document" ? materials.document : materials.description,
    fit: brand.audience,
    recent: isRecent(brand.createdAt),
  };
  const kind = website ? materials.websites : materials.documents;
  return (
    <Tabs value={params.get("tab") ?? "all"} onValueChange={(tab) => setParams({ tab }, { replace: true })}>
      <TabsList aria-label={materials.all}>
        <TabsTrigger value="all">{materials.all}</TabsTrigger>
        <TabsTrigger value="recent">{materials.recent}</TabsTrigger>
        <TabsTrigger value="kind">{kind}</TabsTrigger>
      </TabsList>
      <TabsContent value="all">
        <Rows rows={[row]} />
      </TabsContent>
      <TabsContent value="recent">{row.recent ? <Rows rows={[row]} /> : <EmptyState title={materials.noRecent} />}</TabsContent>
      <TabsContent value="kind">
        <Rows rows={[row]} />
      </TabsContent>
    </Tabs>
  );
}

function Rows({ rows }: { rows: Row[] }) {
  return <DataView label={materials.all} columns={columns} rows={rows} rowKey={(row) => row.name} />;
}

const columns: Column<Row>[] = [
  { key: "name", title: materials.name, cell: (row) => <span className="font-medium">{row.name}</span> },
  { key: "type", title: materials.type, cell: (row) => row.type },
  { key: "fit", title: materials.fit, cell: (row) => <span className="tabular">{materials.fitOf(row.fit)}</span> },
  {
    key: "view",
    title: gaps.action,
    action: true,
    cell: () => (
      <Link to={paths.homepage} className="font-medium text-accent-text underline-offset-4 hover:underline">
        {materials.view}
      </Link>
    ),
  },
];
