import { useIsFetching, useQueryClient, type Query } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

import { Alert } from "@/components/ui/alert";
import { ErrorCard } from "@/components/ui/error-card";
import { noteRested, useConnection } from "@/lib/connection";
import { dateTime } from "@/lib/format";
import { connection as words } from "@/lib/messages/connection";

/**
 * What the reader must know about every number below: the connection is gone, the server asks for a pause, or a refresh
 * failed.
 */
export function Banners() {
  const { online, busyUntil, crowded } = useConnection();
  const stale = useFailedRefreshes();
  return (
    <div className="mx-auto w-full max-w-[1248px] px-4 empty:hidden *:mt-4 lg:px-6">
      {online ? null : <Offline />}
      {busyUntil === null ? null : <Busy until={busyUntil} crowded={crowded} />}
      {online && stale.length ? <Stale queries={stale} /> : null}
    </div>
  );
}

const newestOf = (queries: readonly Query[]) => Math.max(0, ...queries.map((query) => query.state.dataUpdatedAt));

function Offline() {
  const client = useQueryClient();
  const newest = newestOf(client.getQueryCache().findAll({ type: "active" }));
  return (
    <Alert kind="warning">
      <p>{newest ? words.offline(dateTime(new Date(newest))) : words.offlineEmpty}</p>
      <p>{words.offlineNext}</p>
    </Alert>
  );
}

function Busy({ until, crowded }: { until: number; crowded: boolean }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => (Date.now() >= until ? noteRested() : setNow(Date.now())), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  const seconds = Math.max(1, Math.ceil((until - now) / 1_000));
  return <Alert kind="warning">{crowded ? words.crowded(seconds) : words.busy(seconds)}</Alert>;
}

/** The last good data stays on the page; this says how old it is and asks again. */
function Stale({ queries }: { queries: readonly Query[] }) {
  const again = () => queries.forEach((query) => void query.fetch().catch(() => undefined));
  return (
    <ErrorCard
      title={words.staleTitle(dateTime(new Date(newestOf(queries))))}
      error={queries[0]?.state.error}
      onRetry={again}
    />
  );
}

/** Queries on the page whose refresh failed although they have data to show. */
function useFailedRefreshes(): readonly Query[] {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  // Fetching changes with every refresh that ends, which is when an error can come or go.
  useIsFetching();
  useSyncExternalStore(
    (changed) =>
      cache.subscribe((event) => (event.type === "updated" && event.action.type === "error" ? changed() : undefined)),
    () => cache.findAll({ type: "active", predicate: failedRefresh }).length,
    () => 0,
  );
  return cache.findAll({ type: "active", predicate: failedRefresh });
}

const failedRefresh = ({ state }: Query) =>
  state.status === "error" && state.data !== undefined && state.fetchStatus === "idle";
