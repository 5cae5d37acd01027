import { useInfiniteQuery } from "@tanstack/react-query";

import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { dateTime } from "@/lib/format";
import { traffic as words } from "@/lib/messages/traffic";

import { samplesQuery, type Asked, type SampleLine } from "./api";

const tones: Record<string, Tone> = { verified: "good", contradicted: "attention" };

/** Lines as the server wrote them, of what the filters show. */
export function SampleLines({ brandId, asked }: { brandId: string; asked: Asked }) {
  const found = useInfiniteQuery(samplesQuery(brandId, asked));
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Card>
      <CardHeader title={words.samplesTitle} description={words.samplesText} />
      {found.data ? (
        rows.length ? (
          <ul className="flex flex-col divide-y divide-line">
            {rows.map((row) => (
              <Sample key={row.id} row={row} />
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">{words.samplesNone}</p>
        )
      ) : found.isError ? (
        <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
      {found.hasNextPage ? (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          pending={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {words.moreSamples}
        </Button>
      ) : null}
    </Card>
  );
}

function Sample({ row }: { row: SampleLine }) {
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <p className="tabular flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <span className="font-medium text-ink">{row.bot}</span>
        <Badge tone={tones[row.verdict] ?? "neutral"}>{words.verdicts[row.verdict] ?? row.verdict}</Badge>
        <span>{row.status}</span>
        <span>{dateTime(row.at)}</span>
      </p>
      <code className="block text-xs text-ink-2 wrap-anywhere">{row.line}</code>
    </li>
  );
}
