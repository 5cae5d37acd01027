import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { versionsQuery, type History, type Version } from "@/api/panel";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { dateTime } from "@/lib/format";
import { panel as words } from "@/lib/messages/panel";

import { Part, useEditing } from "../states";

import { Reasons } from "./proposal-card";
import { usePanelChanges } from "./use-panel-changes";

const FIRST = 4;
const NEWS_MS = 14 * 86_400_000;

/** Every version of what is asked: when, by whom, what changed; each can be used again. */
export function HistoryCard({ brandId }: { brandId: string }) {
  const history = useQuery(versionsQuery(brandId));
  return (
    <Card aria-label={words.history}>
      <CardHeader title={words.history} description={words.historyText} className="mb-1" />
      <Part query={history} height="h-24">
        {(found) =>
          found.versions.length ? (
            <Versions brandId={brandId} history={found} />
          ) : (
            <p className="mt-3 text-ink-2">{words.none}</p>
          )
        }
      </Part>
    </Card>
  );
}

/** Says for two weeks that a larger plan asks more, unless somebody has changed the questions since. */
export function FilledNotice({ brandId }: { brandId: string }) {
  const history = useQuery(versionsQuery(brandId)).data;
  const newest = history?.versions[0];
  const { canEdit } = useEditing(brandId);
  const { restore, restoring } = usePanelChanges(brandId);
  const [now] = useState(Date.now);
  const edited = history && history.added.length + history.removed.length > 0;
  if (!history || newest?.cause !== "filled" || edited || now - Date.parse(newest.at) > NEWS_MS) return null;
  const undo = (
    <Button
      variant="secondary"
      size="sm"
      pending={restoring !== null}
      onClick={() => restore(newest.number - 1, history)}
    >
      {words.undo}
    </Button>
  );
  return (
    <Alert kind="success" title={words.filled(newest.added.length)} action={canEdit ? undo : null}>
      {words.filledText}
    </Alert>
  );
}

function Versions({ brandId, history }: { brandId: string; history: History }) {
  const [all, setAll] = useState(false);
  const { canEdit } = useEditing(brandId);
  const { restore, restoring } = usePanelChanges(brandId);
  const { versions, added, removed } = history;
  const newest = versions[0]?.number ?? 0;
  const edited = added.length + removed.length > 0;
  return (
    <>
      {edited ? (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">{words.since(added.length, removed.length, newest + 1)}</p>
          {canEdit ? (
            <Button
              variant="secondary"
              size="sm"
              pending={restoring === newest}
              onClick={() => restore(newest, history)}
            >
              {words.undo}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ol className="mt-3">
        {(all ? versions : versions.slice(0, FIRST)).map((version) => {
          const current = version.number === newest && !edited;
          const target = current ? version.number - 1 : version.number;
          const act =
            canEdit && target > 0 && !(edited && version.number === newest) ? () => restore(target, history) : null;
          return (
            <Line
              key={version.number}
              version={version}
              current={current}
              pending={restoring === target}
              onRestore={act}
            />
          );
        })}
      </ol>
      {versions.length > FIRST ? (
        <Button variant="ghost" size="sm" className="-ml-3 mt-1" onClick={() => setAll(!all)}>
          {all ? words.showFewer : words.showAll(versions.length)}
        </Button>
      ) : null}
    </>
  );
}

type LineProps = { version: Version; current: boolean; pending: boolean; onRestore: (() => void) | null };

function Line({ version, current, pending, onRestore }: LineProps) {
  const { number, at, by, added, removed, asked } = version;
  const changed = added.length + removed.length > 0;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium">{words.version(number)}</h3>
          {current ? <Badge tone="good">{words.inUse}</Badge> : null}
        </div>
        <p className="text-sm text-ink-2">
          {causeText(version)}: {changed ? words.counts(added.length, removed.length) : words.asks(asked)}
        </p>
        <p className="text-sm text-ink-3 wrap-anywhere">{words.by(dateTime(at), by)}</p>
        {version.reasons.length ? <Reasons proposal={version} /> : null}
        {changed ? (
          <details className="mt-1 text-sm">
            <summary className="w-fit text-accent-text" aria-label={words.whichOf(number)}>
              {words.which}
            </summary>
            <Texts title={words.added} texts={added} />
            <Texts title={words.removed} texts={removed} />
          </details>
        ) : null}
      </div>
      {onRestore ? (
        <Button
          variant="secondary"
          size="sm"
          pending={pending}
          aria-label={current ? words.undoOf(number) : words.useAgainOf(number)}
          onClick={onRestore}
        >
          {current ? words.undo : words.useAgain}
        </Button>
      ) : null}
    </li>
  );
}

function causeText({ cause, restored }: Version): string {
  return cause === "restored" ? words.causes.restored(restored ?? 0) : words.causes[cause];
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  if (!texts.length) return null;
  return (
    <div className="mt-2">
      <h4 className="font-medium">{title}</h4>
      <ul className="mt-0.5 flex flex-col gap-1 text-ink-2">
        {texts.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
