import { useQuery } from "@tanstack/react-query";

import { countText } from "@/lib/count";
import { logEvidence as words } from "@/lib/messages/log-evidence";
import { dayAt, daysBefore, dayWords } from "@/lib/utc-days";

import { loggedQuery, type Logged } from "./api/advice";

const WEEK = 7;

/** The newest seven days of the brand's logs: `week` is null for a brand without a log. */
export function useLoggedWeek(brandId: string) {
  const newest = useQuery(loggedQuery(brandId));
  const to = newest.data?.days.length ? newest.data.to : null;
  const days = to ? { from: daysBefore(to, WEEK), to } : {};
  const week = useQuery({ ...loggedQuery(brandId, days), enabled: to !== null });
  const failed = newest.isError ? newest : week.isError ? week : null;
  return {
    week: newest.data && !to ? null : to ? week.data : undefined,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

/** Its first and last day as they are written. */
export function daysOf({ from, to }: Logged): [string, string] {
  const write = dayWords(from, to);
  return [write(dayAt(from)), write(dayAt(to))];
}

/** The day a log ends on, if that is so long ago that another week has passed since. */
export function staleSince({ to }: Logged, now: Date = new Date()): string | null {
  const today = now.toISOString().slice(0, 10);
  return to < daysBefore(today, WEEK) ? dayWords(to, today)(dayAt(to)) : null;
}

/** What the logs say of bots that a probe found turned away; nothing of a bot that did not come. */
export function verdictsOf(week: Logged, names: readonly string[]): string[] {
  const [from, to] = daysOf(week);
  return names.flatMap((name) => {
    const lines = week.bots.filter(({ bot }) => bot === name);
    const all = lines.reduce((sum, line) => sum + line.requests - line.contradicted, 0);
    const shut = week.shutOut.filter(({ bot }) => bot === name).reduce((sum, line) => sum + line.requests, 0);
    if (!all) return [];
    return shut
      ? words.confirmed(name, countText(shut), countText(all), all === 1, from, to)
      : words.contradicted(name, countText(all), all === 1, from, to);
  });
}
