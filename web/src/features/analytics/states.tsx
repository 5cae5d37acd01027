import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { GuardedData } from "@/components/ui/guarded";
import { Skeleton } from "@/components/ui/skeleton";
import { Tooltip } from "@/components/ui/tooltip";
import { overview, view as words } from "@/lib/messages/analytics";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import { NO_FILTERS, NO_TAB_FILTERS } from "./view";
import { useView } from "./use-view";

type Asked<T> = Pick<UseQueryResult<T, Error>, "data" | "error" | "isError"> & { refetch: () => unknown };
type PartProps<T> = { query: Asked<T>; skeleton?: ReactNode; height?: string; children: (data: T) => ReactNode };

/** One area of a screen: its last good data stays under an error, and a skeleton of its size comes first. */
export function Part<T>({ query, skeleton, height = "h-64", children }: PartProps<T>) {
  const error = query.isError ? <ErrorCard error={query.error} onRetry={() => void query.refetch()} /> : null;
  if (query.data === undefined)
    return error ?? <div aria-busy>{skeleton ?? <Skeleton className={`${height} w-full`} />}</div>;
  return (
    <>
      {error}
      <GuardedData data={query.data} refetch={query.refetch}>
        {children}
      </GuardedData>
    </>
  );
}

export { useEditing } from "@/lib/use-editing";

export function FilteredEmpty() {
  const { change } = useView();
  return (
    <EmptyState
      title={words.filteredEmpty}
      text={words.filteredEmptyText}
      action={
        <Button variant="secondary" onClick={() => change({ ...NO_FILTERS, ...NO_TAB_FILTERS })}>
          {words.clear}
        </Button>
      }
    />
  );
}

export function NothingMeasured({ ever }: { ever: boolean }) {
  return (
    <EmptyState
      title={ever ? words.noRunsInRange : words.noRuns}
      text={ever ? words.noRunsInRangeText : words.noRunsText}
      action={
        <Link to={paths.dashboard} className={buttonClass("primary")}>
          {words.toDashboard}
        </Link>
      }
    />
  );
}

/** Says that numbers do not come from assistants; nothing when they do. */
export function BasisBadge({ basis }: { basis: string | null | undefined }) {
  if (basis === "imported") return <Badge tone="info">{overview.imported}</Badge>;
  if (basis !== "simulator") return null;
  return (
    <Tooltip content={overview.simulatedText}>
      <Badge tone="info" tabIndex={0}>
        {overview.simulated}
      </Badge>
    </Tooltip>
  );
}
