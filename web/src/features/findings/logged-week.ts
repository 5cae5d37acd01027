import { useQuery } from "@tanstack/react-query";

import { countText } from "@/lib/count";
import { logEvidence as words } from "@/lib/messages/log-evidence";
import { dayAt, daysBefore, dayWords } from "@/lib/utc-days";

import { loggedQuery, type Logged } from "./api/advice";

const WEEK = 7;
const SERVER_ERROR = 500;

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
  return to < daysBefore(today, WEEK) ? dayWords(to, to, now)(dayAt(to)) : null;
}

/** What the logs say of bots that a probe found turned away, and whether one of them was never refused there. */
export type Verdict = { lines: string[]; neverRefused: boolean };

/** Nothing is said of a bot that did not come under its own name. */
export function verdictOf(week: Logged, names: readonly string[]): Verdict {
  const counts = names.map((name) => countsOf(week, name)).filter(({ all }) => all);
  return {
    lines: counts.map((each) => lineOf(each, daysOf(week))),
    neverRefused: counts.some(({ refused }) => !refused),
  };
}

type Counts = { bot: string; all: number; refused: number; failed: number };

/** A bot's requests that are not spoofed, and which of them were refused or met a server error. */
function countsOf(week: Logged, name: string): Counts {
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
  const named = ({ bot }: { bot: string }) => bot === name;
  const shut = (fits: (status: number) => boolean) =>
    sum(week.shutOut.filter((line) => named(line) && fits(line.status)).map(({ requests }) => requests));
  return {
    bot: name,
    all: sum(week.bots.filter(named).map(({ requests, contradicted }) => requests - contradicted)),
    refused: shut((status) => status < SERVER_ERROR),
    failed: shut((status) => status >= SERVER_ERROR),
  };
}

/** Confirmed when at least half of the requests were refused: server errors alone prove no firewall. */
function lineOf({ bot, all, refused, failed }: Counts, [from, to]: [string, string]): string {
  const shut = refused + failed;
  if (!shut) return words.notSeen(bot, countText(all), all === 1, from, to);
  const said = { bot, n: countText(shut), single: shut === 1, all: countText(all), one: all === 1, from, to };
  if (!refused) return words.onlyFailed(said);
  return 2 * refused >= all ? words.confirmed(said) : words.inPart(said);
}
