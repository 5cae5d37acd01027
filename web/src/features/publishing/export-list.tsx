import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { EXPORTS_KEY } from "@/api/live";
import { Button, buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { dateTime } from "@/lib/format";
import { textOf } from "@/lib/http";
import { exports as words } from "@/lib/messages/outputs";
import { toast } from "@/lib/toast";

import { cancelExport, downloadAddress, exportsQuery, isOpen, type ViewExport } from "./api/exports";

/** Exports of the brand: how far they are, and their files while they are kept. */
export function ExportList({ brandId }: { brandId: string }) {
  const list = useQuery(exportsQuery(brandId));
  return (
    <section aria-label={words.recent} className="border-t border-line pt-4">
      <h3 className="font-semibold">{words.recent}</h3>
      {list.isError ? <ErrorCard title={words.failed} error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isLoading ? <Skeleton className="mt-2 h-10" /> : null}
      {list.data?.data.length === 0 ? <p className="mt-1 text-ink-2">{words.none}</p> : null}
      <ul className="mt-1 divide-y divide-line">
        {list.data?.data.map((made) => (
          <Line key={made.id} made={made} />
        ))}
      </ul>
    </section>
  );
}

function Line({ made }: { made: ViewExport }) {
  const when = dateTime(made.createdAt);
  const what = words.resources[made.resource];
  const open = isOpen(made);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1">
        <p>
          {what} · {words.formats[made.format]} · <time dateTime={made.createdAt}>{when}</time>
        </p>
        <p className="tabular text-sm text-ink-2">
          {words.states[made.status]}
          {open || made.status === "ready" ? ` · ${words.rows(made.done, open ? made.total : null)}` : null}
          {made.status === "ready" && made.expiresAt ? ` · ${words.until(dateTime(made.expiresAt))}` : null}
          {made.failure ? ` · ${made.failure}` : null}
        </p>
        {open ? (
          <Progress
            value={made.total ? made.done : null}
            max={made.total ?? 1}
            label={words.progress}
            className="mt-1.5"
          />
        ) : null}
      </div>
      {open ? <Cancel id={made.id} what={what} /> : null}
      {made.status === "ready" ? (
        <a
          href={downloadAddress(made.id)}
          download
          aria-label={words.downloadOf(what, when)}
          className={buttonClass("secondary", "sm")}
        >
          {words.download}
        </a>
      ) : null}
    </li>
  );
}

function Cancel({ id, what }: { id: string; what: string }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelExport(id),
    onError: (error) => toast({ variant: "destructive", title: textOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: EXPORTS_KEY }),
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={words.cancelOf(what)}
      pending={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      {words.cancel}
    </Button>
  );
}
