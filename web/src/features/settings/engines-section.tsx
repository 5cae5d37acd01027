import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Alert } from "@/components/ui/alert";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { useAuth } from "@/lib/auth";
import { ago } from "@/lib/format";
import { engines as words } from "@/lib/messages/engines";

import { credentialQuery, enginesQuery, type Credential, type Engine } from "./api/engines";
import { EngineForm } from "./engine-form";
import { useEngineActions } from "./use-engine-actions";
import { UsageCard } from "./usage-card";

const tones: Record<Engine["status"], Tone> = {
  connected: "good",
  "not-connected": "neutral",
  disabled: "neutral",
  suspended: "attention",
};
const POLL_MS = 1_500;

/** Which assistants are asked, on whose key, and what that has used. Keys go in and never come out. */
export function EnginesSection() {
  const { user } = useAuth();
  const role = user?.workspaces.find(({ id }) => id === user.currentWorkspaceId)?.role;
  const engines = useQuery({ ...enginesQuery, enabled: Boolean(role) && role !== "billing" });
  const mayConnect = role === "owner" || role === "admin";
  if (!role || role === "billing") return null;
  return (
    <section
      id="engines"
      aria-labelledby="engines-title"
      className="grid scroll-mt-20 gap-x-10 gap-y-4 py-7 first:pt-0 xl:grid-cols-[200px_minmax(0,1fr)]"
    >
      <div>
        <h2 id="engines-title" className="text-lg font-semibold">
          {words.title}
        </h2>
        <p className="mt-1 text-ink-2">{words.text}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {mayConnect ? null : <Alert kind="info">{words.readOnly}</Alert>}
        {engines.data ? (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {engines.data
              .filter((engine) => engine.basis !== "imported")
              .map((engine) => (
                <EngineRow key={engine.id} engine={engine} mayConnect={mayConnect && engine.basis === "assistants"} />
              ))}
          </ul>
        ) : engines.isError ? (
          <ErrorCard error={engines.error} onRetry={() => void engines.refetch()} />
        ) : (
          <Skeleton className="h-96" />
        )}
        <UsageCard />
      </div>
    </section>
  );
}

function EngineRow({ engine, mayConnect }: { engine: Engine; mayConnect: boolean }) {
  const [editing, setEditing] = useState(false);
  const credential = useQuery({
    ...credentialQuery(engine.id),
    enabled: mayConnect,
    refetchInterval: (query) => (isBeingTested(query.state.data) ? POLL_MS : false),
  });
  const stored = credential.data;
  return (
    <li className="flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {engine.name}
            <Badge tone={tones[engine.status]}>{words.statuses[engine.status]}</Badge>
            {engine.health && engine.health.state !== "ok" ? (
              <Badge tone="moderate">{words.health[engine.health.state]}</Badge>
            ) : null}
            {engine.enabledOnPlan ? null : <Badge>{words.notOnPlan}</Badge>}
          </h3>
          <p className="mt-1 text-sm text-ink-3">{words.surface(engine.surface, engine.model)}</p>
          <p className="mt-1 text-ink-2">{connectionOf(engine, stored)}</p>
          {engine.health?.lastError ? <p className="mt-1 text-sm text-ink-2">{engine.health.lastError}</p> : null}
        </div>
        {mayConnect && !editing ? <Actions engine={engine} stored={stored} onEdit={() => setEditing(true)} /> : null}
      </div>
      {stored?.connected ? <LastCheck stored={stored} /> : null}
      {editing ? <EngineForm engine={engine} stored={stored} onClose={() => setEditing(false)} /> : null}
    </li>
  );
}

/** A key that was stored is tried in the background; until then nothing is known about it. */
const isBeingTested = (stored: Credential | undefined) =>
  Boolean(stored?.connected && stored.lastCheck && stored.lastCheck.ok === null);

function connectionOf(engine: Engine, stored: Credential | undefined): string {
  if (engine.basis === "simulator") return words.builtIn;
  if (engine.keySource === "workspace") return stored?.last4 ? words.byYours(stored.last4) : words.byServer;
  if (engine.keySource === "deployment") return words.byDeployment;
  return engine.howToConnect;
}

function Actions({ engine, stored, onEdit }: { engine: Engine; stored: Credential | undefined; onEdit: () => void }) {
  const { test, testing, remove, removing } = useEngineActions(engine);
  if (!stored?.connected) {
    return (
      <Button variant="secondary" size="sm" onClick={onEdit}>
        {engine.keySource ? words.ownKey : words.connect}
        <span className="sr-only">: {engine.name}</span>
      </Button>
    );
  }
  const busy = testing || isBeingTested(stored);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" pending={busy} onClick={test}>
        {busy ? words.testing : words.test}
      </Button>
      <Button variant="secondary" size="sm" onClick={onEdit}>
        {words.change}
      </Button>
      <Button variant="ghost" size="sm" pending={removing} onClick={remove}>
        {words.remove}
      </Button>
    </div>
  );
}

function LastCheck({ stored }: { stored: Credential }) {
  const { lastCheck, monthlyCap } = stored;
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-2">
      {monthlyCap ? <span className="tabular">{words.capOf(monthlyCap.value, monthlyCap.unit)}</span> : null}
      {lastCheck === null ? (
        <span>{words.notTested}</span>
      ) : lastCheck.ok === null ? (
        <span>{words.testing}</span>
      ) : (
        <span className={lastCheck.ok ? "text-good-text" : "text-attention-text"}>
          {lastCheck.message} <span className="text-ink-3">({ago(lastCheck.at)})</span>
        </span>
      )}
    </p>
  );
}
