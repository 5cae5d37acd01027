const KEY = "presence.reports";

/** Reports this tab asked for and has not been told about; a reload keeps them. */
export function awaitedReports(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export const awaitReport = (id: string) => keep([...awaitedReports().filter((other) => other !== id), id]);

/** Whether it was still awaited: who asks first tells the reader. */
export function claimReport(id: string): boolean {
  const waiting = awaitedReports();
  keep(waiting.filter((other) => other !== id));
  return waiting.includes(id);
}

function keep(ids: string[]): void {
  try {
    if (ids.length) sessionStorage.setItem(KEY, JSON.stringify(ids));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked; the report is then found in its list and under the bell.
  }
}
