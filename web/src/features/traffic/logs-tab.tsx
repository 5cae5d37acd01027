import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";

import { SourcesCard } from "./sources-card";
import { UploadPanel } from "./upload-panel";
import { UploadRow } from "./upload-row";
import type { Sending } from "./use-sending";
import type { Uploads } from "./use-uploads";

type LogsTabProps = { brandId: string; uploads: Uploads; sending: Sending };

/** Where lines come from: a log to send, those that were sent, and the sources. */
export function LogsTab({ brandId, uploads, sending }: LogsTabProps) {
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader title={words.uploadTitle} />
        <UploadPanel brandId={brandId} sending={sending} />
      </Card>
      <Card>
        <CardHeader title={words.logsTitle} />
        <Sent brandId={brandId} uploads={uploads} sending={sending} />
      </Card>
      <SourcesCard brandId={brandId} />
    </div>
  );
}

function Sent({ brandId, uploads, sending }: LogsTabProps) {
  const { rows } = uploads;
  if (!rows)
    return uploads.isError ? (
      <ErrorCard error={uploads.error} onRetry={() => void uploads.refetch()} />
    ) : (
      <Skeleton className="h-24" />
    );
  if (!rows.length) return <p className="text-ink-2">{words.noLogs}</p>;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {rows.map((upload) => (
          <UploadRow key={upload.id} brandId={brandId} upload={upload} sending={sending} />
        ))}
      </ul>
      {uploads.hasNextPage ? (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          pending={uploads.isFetchingNextPage}
          onClick={() => void uploads.fetchNextPage()}
        >
          {words.moreLogs}
        </Button>
      ) : null}
    </>
  );
}
