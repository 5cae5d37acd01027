import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";

import { brandsQuery } from "@/api/brands";
import { buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { useAuth } from "@/lib/auth";
import { useCurrentBrandId } from "@/lib/current-brand";
import { materials as words } from "@/lib/messages/materials";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useEditing } from "@/lib/use-editing";

import { MaterialList } from "./material-list";

/** What the brand gave us to read, and how well it speaks to the audience. */
export function MaterialsScreen() {
  const { businessInfo } = useAuth();
  const brands = useQuery(brandsQuery);
  const brandId = useCurrentBrandId();
  const brand = brands.data?.data.find((row) => row.id === brandId) ?? brands.data?.data[0];
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="min-w-0 text-xl font-semibold wrap-anywhere">
          {words.title(brand?.name ?? businessInfo?.businessName ?? "")}
        </h2>
        {brand ? <AddLink brandId={brand.id} /> : null}
      </div>
      {brands.isError ? (
        <ErrorCard error={brands.error} onRetry={() => void brands.refetch()} />
      ) : brand ? (
        <MaterialList key={brand.id} brand={brand} />
      ) : (
        <Skeleton className="h-48" />
      )}
    </div>
  );
}

function AddLink({ brandId }: { brandId: string }) {
  const { canEdit, reason } = useEditing(brandId);
  if (!canEdit) return <p className="text-sm text-ink-2">{reason}</p>;
  return (
    <Link to={paths.addMaterial} className={buttonClass("primary")}>
      <Plus aria-hidden size={16} />
      {words.add}
    </Link>
  );
}
