import { useQuery } from "@tanstack/react-query";

import { enginesQuery } from "@/api/engines";
import { engines as words } from "@/lib/messages/homepage";
import { usd } from "@/lib/money";
import { paths } from "@/lib/paths";

import type { Run } from "./api";

export type RunEngine = Run["engines"][number];

/** "24 of 25 answered · 1 failed". */
export function countsOf({
  answered,
  planned,
  failed,
  refused,
}: Pick<RunEngine, "answered" | "planned" | "failed" | "refused">): string {
  return [words.answered(answered, planned), failed ? words.failed(failed) : "", refused ? words.refused(refused) : ""]
    .filter(Boolean)
    .join(" · ");
}

/** Assistants that answer on a key of the workspace: only those cost its members anything beyond their plan. */
export function useOwnKeys(): ReadonlySet<string> {
  const engines = useQuery(enginesQuery).data ?? [];
  return new Set(engines.filter((engine) => engine.keySource === "workspace").map(({ id }) => id));
}

type Own = ReadonlySet<string>;

/** What an engine's answers in a run cost on an own key, or that they are free beside such; null where a plan pays. */
export function costOf(
  { id, basis, answered, costUsd }: Pick<RunEngine, "id" | "basis" | "answered" | "costUsd">,
  own: Own,
): string | null {
  if (costUsd !== null && own.has(id)) return usd(costUsd);
  return own.size && basis !== "assistants" && answered ? words.free : null;
}

/** What a run has cost on own keys; null where none was used. */
export function totalCost(run: Pick<Run, "engines">, own: Own): string | null {
  const paid = run.engines.filter(({ id, costUsd }) => costUsd !== null && own.has(id));
  return paid.length ? usd(paid.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)) : null;
}

/** Where the answers of an engine in a run are shown. */
export const answersAt = (run: Pick<Run, "id">, engine: Pick<RunEngine, "id">) =>
  `${paths.dashboard}?asked=${engine.id}&analysis=${run.id}`;
