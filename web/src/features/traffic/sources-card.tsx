import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { ago } from "@/lib/format";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";
import { useEditing } from "@/lib/use-editing";
import { useMembership } from "@/lib/use-membership";

import { sourcesQuery, type Source } from "./api";
import { SourceActions } from "./source-actions";
import { SourceDialog } from "./source-dialog";

/** Where lines come from; owners and admins change it. */
export function SourcesCard({ brandId }: { brandId: string }) {
  const found = useQuery(sourcesQuery(brandId));
  const { canEdit } = useEditing(brandId);
  const manages = useMembership()?.manages === true;
  const [adding, setAdding] = useState(false);
  return (
    <Card>
      <CardHeader
        title={words.sourcesTitle}
        description={words.sourcesText}
        action={
          manages && canEdit ? (
            <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
              <Plus aria-hidden size={16} />
              {words.add}
            </Button>
          ) : null
        }
      />
      {found.data ? (
        found.data.data.length ? (
          <ul className="flex flex-col divide-y divide-line">
            {found.data.data.map((source) => (
              <SourceRow key={source.id} brandId={brandId} source={source} manages={manages} />
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">{words.noSources}</p>
        )
      ) : found.isError ? (
        <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton className="h-20" />
      )}
      {adding ? <SourceDialog brandId={brandId} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

function SourceRow({ brandId, source, manages }: { brandId: string; source: Source; manages: boolean }) {
  const { name, kind, tokenPrefix, receivedAt } = source;
  const facts = [
    words.kinds[kind],
    ...(kind === "push"
      ? [
          tokenPrefix ? words.token(tokenPrefix) : words.noToken,
          receivedAt ? words.received(ago(receivedAt)) : words.never,
        ]
      : []),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <p className="tabular text-sm text-ink-3">{facts.join(" · ")}</p>
      </div>
      {manages ? <SourceActions brandId={brandId} source={source} /> : null}
    </li>
  );
}
