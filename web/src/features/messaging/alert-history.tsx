import { useInfiniteQuery } from "@tanstack/react-query";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { dateTime } from "@/lib/format";
import { alerts as words } from "@/lib/messages/delivery";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import { alertHistoryQuery } from "./api";

/** What alerts said and why, newest first. */
export function AlertHistory({ onClose }: { onClose: () => void }) {
  const history = useInfiniteQuery(alertHistoryQuery);
  const lines = history.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent title={words.history} description={words.historyText}>
        <div className="flex flex-col gap-3 px-5 pb-5">
          {history.isError ? (
            <ErrorCard title={words.loadFailed} error={history.error} onRetry={() => void history.refetch()} />
          ) : null}
          {history.isPending ? <Skeleton className="h-24" /> : null}
          {history.isSuccess && lines.length === 0 ? <p className="text-ink-2">{words.historyEmpty}</p> : null}
          <ul className="divide-y divide-line">
            {lines.map((line) => (
              <li key={line.id} className="py-3">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <Link to={`${paths.dashboard}?brand=${line.brandId}`} className="hover:underline">
                    {line.ruleName}
                  </Link>
                  <Badge tone={line.outcome === "sent" ? "accent" : "neutral"}>{words.outcomes[line.outcome]}</Badge>
                </p>
                <p className="text-ink-2">{line.reason}</p>
                <p className="text-sm text-ink-3">
                  <time dateTime={line.at}>{dateTime(line.at)}</time>
                  {line.outcome === "sent"
                    ? ` · ${line.channels.map((channel) => words.channelNames[channel]).join(", ")}`
                    : null}
                </p>
              </li>
            ))}
          </ul>
          {history.hasNextPage ? (
            <Button
              variant="secondary"
              className="self-start"
              pending={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              {words.more}
            </Button>
          ) : null}
        </div>
      </SheetContent>
    </Sheet>
  );
}
