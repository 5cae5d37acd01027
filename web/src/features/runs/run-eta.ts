import { run as words } from "@/lib/messages/visibility";

import type { Run } from "./api";

type Timed = Pick<Run, "id" | "kind" | "startedAt" | "finishedAt" | "status" | "round">;
/** Answers after which their pace says something. */
const ENOUGH = 5;

/**
 * Milliseconds a run may still take, from the pace of its answers or else from how long the run before took; null where
 * neither says anything. A run whose failed answers are asked again began long ago and tells no pace. `now` in
 * milliseconds.
 */
export function remaining(run: Run, before: Timed | null, now: number): number | null {
  if (run.round > 0) return null;
  const elapsed = run.startedAt ? now - Date.parse(run.startedAt) : 0;
  if (run.stage === "answers" && run.done >= ENOUGH && run.total > run.done)
    return (elapsed / run.done) * (run.total - run.done);
  const usual =
    before && before.id !== run.id && before.kind === run.kind && before.status === "completed"
      ? durationOf(before)
      : null;
  return usual !== null && usual > elapsed ? usual - elapsed : null;
}

function durationOf({ startedAt, finishedAt, round }: Timed): number | null {
  return startedAt && finishedAt && round === 0 ? Date.parse(finishedAt) - Date.parse(startedAt) : null;
}

/** "About 40 seconds left", in tens of seconds below a minute and in whole minutes above: it is no promise. */
export function etaOf(run: Run, before: Timed | null, now: number): string {
  const left = remaining(run, before, now);
  if (left === null) return run.status === "queued" ? words.queued : "";
  const seconds = Math.max(10, Math.ceil(left / 10_000) * 10);
  const about = seconds < 60 ? words.seconds(seconds) : words.minutes(Math.round(seconds / 60));
  return run.status === "queued" ? words.onceStarted(about) : words.left(about);
}
