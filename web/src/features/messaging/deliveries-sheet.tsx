import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";

import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { dateTime } from "@/lib/format";
import { integrations as words } from "@/lib/messages/delivery";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";

import { deliveriesQuery, deliveryQuery, ENDPOINTS_KEY, redeliver, type Delivery, type Endpoint } from "./api";

const POLL_MS = 3_000;
const tones: Record<Delivery["status"], Tone> = { waiting: "info", delivered: "good", failed: "attention" };

/** What was sent to one place and how it went; it follows along while something waits. */
export function DeliveriesSheet({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const log = useInfiniteQuery({
    ...deliveriesQuery(endpoint.id),
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.data.some((line) => line.status === "waiting")) ? POLL_MS : false,
  });
  const lines = log.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent title={words.deliveries(endpoint.name)} description={words.deliveriesText}>
        <div className="flex flex-col gap-3 px-5 pb-5">
          {log.isError ? (
            <ErrorCard title={words.loadFailed} error={log.error} onRetry={() => void log.refetch()} />
          ) : null}
          {log.isPending ? <Skeleton className="h-24" /> : null}
          {log.isSuccess && lines.length === 0 ? <p className="text-ink-2">{words.deliveriesEmpty}</p> : null}
          <ul className="divide-y divide-line">
            {lines.map((line) => (
              <Line
                key={line.id}
                line={line}
                endpointId={endpoint.id}
                sends={endpoint.status === "active" && !endpoint.paused}
              />
            ))}
          </ul>
          {log.hasNextPage ? (
            <Button
              variant="secondary"
              className="self-start"
              pending={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              {words.older}
            </Button>
          ) : null}
        </div>
      </SheetContent>
    </Sheet>
  );
}

function Line({ line, endpointId, sends }: { line: Delivery; endpointId: string; sends: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="py-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-3 rounded-button text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2">
            <code className="text-sm">{line.event}</code>
            <Badge tone={tones[line.status]}>{words.statuses[line.status]}</Badge>
          </span>
          <span className="block text-sm text-ink-3">
            <time dateTime={line.createdAt}>{dateTime(line.createdAt)}</time>
            {line.attempts ? ` · ${words.tries(line.attempts)}` : null}
            {line.nextAt && line.attempts ? ` · ${words.nextTry(dateTime(line.nextAt))}` : null}
          </span>
          {line.lastError ? (
            <span className="block text-sm text-attention-text wrap-anywhere">{line.lastError}</span>
          ) : null}
        </span>
        <ChevronDown
          aria-hidden
          size={16}
          className={cn("mt-1 shrink-0 text-ink-3 transition-transform", open && "rotate-180")}
        />
      </button>
      {open ? <Detail id={line.id} endpointId={endpointId} sends={sends} /> : null}
    </li>
  );
}

function Detail({ id, endpointId, sends }: { id: string; endpointId: string; sends: boolean }) {
  const detail = useQuery(deliveryQuery(endpointId, id));
  const again = useAction({
    run: redeliver,
    outdated: ENDPOINTS_KEY,
    failed: words.failed,
    done: () => toast({ variant: "success", title: words.againDone }),
  });
  if (detail.isError)
    return <ErrorCard title={words.loadFailed} error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <Skeleton className="mt-3 h-24" />;
  return (
    <div className="mt-3 flex flex-col items-start gap-3 border-l border-line pl-4">
      {detail.data.log.map((attempt) => (
        <div key={attempt.number} className="text-sm">
          <p>
            <span className="font-medium">{words.attempt(attempt.number)}</span>
            <span className="text-ink-3">{` · ${dateTime(attempt.at)} · ${attempt.statusCode ? words.answered(attempt.statusCode, attempt.durationMs) : words.noAnswer(attempt.durationMs)}`}</span>
          </p>
          {attempt.answer ? <p className="text-ink-2 wrap-anywhere">{attempt.answer}</p> : null}
        </div>
      ))}
      <details className="w-full">
        <summary className="cursor-pointer text-sm font-medium">{words.payload}</summary>
        <pre
          tabIndex={0}
          className="mt-2 max-h-72 overflow-auto rounded-field border border-line bg-sunken p-3 text-xs"
        >
          {JSON.stringify(detail.data.payload, null, 2)}
        </pre>
      </details>
      {sends ? (
        <Button
          variant="secondary"
          size="sm"
          pending={again.isPending}
          onClick={() => again.mutate({ endpointId, id })}
        >
          {words.again}
        </Button>
      ) : null}
    </div>
  );
}
