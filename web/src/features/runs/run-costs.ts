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

/** What an engine's answers in a run cost; nothing to say where none has a price. */
export function costOf({ basis, answered, costUsd }: Pick<RunEngine, "basis" | "answered" | "costUsd">): string | null {
  if (costUsd !== null) return usd(costUsd);
  return basis !== "assistants" && answered ? words.free : null;
}

/** What a run has cost at all its engines. */
export function totalCost(run: Pick<Run, "engines">): string {
  return usd(run.engines.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0));
}

/** Where the answers of an engine in a run stand. */
export const answersAt = (run: Pick<Run, "id">, engine: Pick<RunEngine, "id">) =>
  `${paths.dashboard}?asked=${engine.id}&analysis=${run.id}`;
