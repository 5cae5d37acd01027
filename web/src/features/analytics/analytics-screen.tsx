import { useQuery } from "@tanstack/react-query";
import { Suspense, type ComponentType, type ReactNode } from "react";

import { accessQuery } from "@/api/access";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { useCurrentBrandId } from "@/lib/current-brand";
import { dashboard } from "@/lib/messages/visibility";
import { lazyComponent } from "@/lib/lazy-with-retry";

import type { AnswerBrief } from "./api";
import { LockedAnalytics } from "./locked";

const Workspace = lazyComponent(async () => (await import("./analytics-tabs")).Workspace);

/** What belongs to another slice and is put together by the application. */
export type AnalyticsParts = {
  /** Answers in brief, each opening by its id. */
  AnswerList: ComponentType<{ answers: AnswerBrief[]; onOpen: (id: string) => void }>;
  /** The way to bring along answers seen elsewhere. */
  ImportButton: ComponentType<{ brandId: string }>;
  /** What it takes to tell a change of a chosen size from noise. */
  Planner: ComponentType<{ brandId: string }>;
  /** The drawer that shows the answer named in the address. */
  answerDrawer: ReactNode;
};

/** Analytics: locked it shows its frame and no numbers at all; otherwise everything measured, filterable. */
export function AnalyticsScreen(parts: AnalyticsParts) {
  const access = useQuery(accessQuery("analytics.full"));
  const brandId = useCurrentBrandId();
  if (!access.data)
    return access.isError ? <ErrorCard error={access.error} onRetry={() => void access.refetch()} /> : <Waiting />;
  if (!access.data.canAccess) return <LockedAnalytics />;
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  return (
    <Suspense fallback={<Waiting />}>
      <Workspace key={brandId} brandId={brandId} {...parts} />
    </Suspense>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-6" aria-busy>
      <Skeleton className="h-10 w-full" />
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {[0, 1, 2, 3].map((tile) => (
          <Skeleton key={tile} className="h-32 w-full" />
        ))}
      </div>
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
