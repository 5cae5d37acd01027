import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { ago, longDate } from "@/lib/format";
import { apiKeys as words } from "@/lib/messages/team";
import { useMembership } from "@/lib/use-membership";

import { keysQuery, type ApiKey } from "./api";
import { KeyActions } from "./key-actions";

const KeyDialog = lazyPart(async () => (await import("./key-dialog")).KeyDialog);

/** API keys of the workspace; secrets are shown when they are made and never again. */
export function KeysSection() {
  const me = useMembership();
  const keys = useQuery({ ...keysQuery, enabled: me?.manages === true });
  const [making, setMaking] = useState(false);
  if (!me?.manages) return null;
  const allowed = keys.data?.allowedScope ?? null;
  return (
    <section
      id="api-keys"
      aria-labelledby="api-keys-title"
      className="grid scroll-mt-20 gap-x-10 gap-y-4 py-7 first:pt-0 xl:grid-cols-[200px_minmax(0,1fr)]"
    >
      <div>
        <h2 id="api-keys-title" className="text-lg font-semibold">
          {words.title}
        </h2>
        <p className="mt-1 text-ink-2">{words.text}</p>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-4">
        {keys.isError ? (
          <ErrorCard
            title={words.loadFailed}
            error={keys.error}
            onRetry={() => void keys.refetch()}
            className="w-full"
          />
        ) : null}
        {keys.isPending ? <Skeleton className="h-24 w-full" /> : null}
        {keys.data && allowed === null ? (
          <UpgradeNotice title={words.locked} text={null} action={words.lockedAction} reason="api" />
        ) : null}
        {keys.data && keys.data.data.length > 0 ? (
          <ul className="w-full divide-y divide-line rounded-card border border-line bg-surface">
            {keys.data.data.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        ) : null}
        {keys.data && allowed !== null ? (
          <>
            {keys.data.data.length === 0 ? <p className="text-ink-2">{words.empty}</p> : null}
            <Button
              variant="secondary"
              onPointerEnter={KeyDialog.prefetch}
              onFocus={KeyDialog.prefetch}
              onClick={() => setMaking(true)}
            >
              {words.create}
            </Button>
          </>
        ) : null}
        {making ? <KeyDialog mayWrite={allowed === "write"} onClose={() => setMaking(false)} /> : null}
      </div>
    </section>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { name, prefix, scope, everyWorkspace, madeBy, createdAt, lastUsedAt, expiresAt, previousUntil } = apiKey;
  const running = previousUntil && new Date(previousUntil) > new Date();
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 p-4 sm:p-5">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          <Badge>{words.scopes[scope]}</Badge>
          {everyWorkspace ? <Badge tone="info">{words.every}</Badge> : null}
          <code className="text-sm font-normal text-ink-3">{`${prefix}…`}</code>
        </h3>
        <p className="mt-1 text-sm text-ink-2">{words.made(madeBy, longDate(createdAt))}</p>
        <p className="text-sm text-ink-3">
          {lastUsedAt ? words.lastUsed(ago(lastUsedAt)) : words.neverUsed}
          {" · "}
          {expiresAt ? words.expires(longDate(expiresAt)) : words.noExpiry}
        </p>
        {running ? <p className="text-sm text-ink-3">{words.previous(longDate(previousUntil))}</p> : null}
      </div>
      <KeyActions apiKey={apiKey} />
    </li>
  );
}
