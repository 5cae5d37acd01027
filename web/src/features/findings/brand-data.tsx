import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { GuardedData } from "@/components/ui/guarded";
import { Skeleton } from "@/components/ui/skeleton";
import { useCurrentBrandId } from "@/lib/current-brand";
import { dashboard } from "@/lib/messages/visibility";

type BrandQueryProps<T, K extends QueryKey> = {
  query: (brandId: string) => UseQueryOptions<T, Error, T, K>;
  children: (data: T, brandId: string) => ReactNode;
};

/** Loads something of the brand in view and shows the waiting, failed and brandless states the same way everywhere. */
export function BrandData<T, K extends QueryKey>({ query, children }: BrandQueryProps<T, K>) {
  const brandId = useCurrentBrandId();
  const result = useQuery({ ...query(brandId ?? ""), enabled: Boolean(brandId) });
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  if (result.data !== undefined)
    return (
      <GuardedData data={result.data} refetch={result.refetch}>
        {(data) => children(data, brandId)}
      </GuardedData>
    );
  if (result.isError) return <ErrorCard error={result.error} onRetry={() => void result.refetch()} />;
  return (
    <div className="flex flex-col gap-4" aria-busy>
      <Skeleton className="h-28" />
      <Skeleton className="h-72" />
    </div>
  );
}
