import type { Metric, Summary } from "@/api/results";

type Measured = Pick<Summary, "provisional" | "run" | "activeRun" | "scoreRuns">;

/** The analysis behind a score of the dashboard: a later audit measures the technical one anew. */
export function evidenceRun(summary: Measured, metric: Metric | null): string | null {
  if (summary.provisional) return summary.activeRun?.id ?? null;
  const measured = metric ? summary.scoreRuns?.[metric] : null;
  return measured ?? (summary.run ?? summary.activeRun)?.id ?? null;
}
