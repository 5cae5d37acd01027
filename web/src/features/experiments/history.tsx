import { useQuery } from "@tanstack/react-query";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { ago } from "@/lib/format";
import { whatIf as words } from "@/lib/messages/whatif";

import { experimentsQuery } from "./api";
import { oneDecimal } from "./numbers";
import { VerdictBadge } from "./verdict-badge";

/** Predictions so far, and what happened where something was published. */
export function History({ brandId, onOpen }: { brandId: string; onOpen: (id: string) => void }) {
  const list = useQuery({ ...experimentsQuery(brandId), refetchOnMount: "always" });
  if (!list.data)
    return list.isError ? (
      <ErrorCard error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="h-40" />
    );
  if (!list.data.data.length) return <EmptyState title={words.noHistory} text={words.noHistoryText} />;
  return (
    <ul className="flex flex-col">
      {list.data.data.map((row) => (
        <li key={row.id} className="border-t border-line first:border-t-0">
          <button
            type="button"
            onClick={() => onOpen(row.id)}
            className="flex w-full flex-wrap items-center justify-between gap-3 py-3 text-left hover:text-accent-text"
          >
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">{row.label || row.changes[0]?.source}</span>
              <span className="text-sm text-ink-3">{ago(row.createdAt)}</span>
              {row.actual ? (
                <span className="block text-sm text-ink-2">
                  {words.actualOf(oneDecimal(row.actual.points), row.actual.verdict)}
                </span>
              ) : null}
            </span>
            <span className="tabular flex items-center gap-2">
              {row.points === null ? null : oneDecimal(row.points)}
              <VerdictBadge verdict={row.verdict} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
