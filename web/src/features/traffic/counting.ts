import type { ChartSeries } from "@/components/charts/series";
import { traffic as words } from "@/lib/messages/traffic";

import type { BotLine, Traffic } from "./api";
import { dayAt, PURPOSES, type Purpose } from "./view";

export type Totals = { requests: number; errors: number; verified: number; contradicted: number };

/** All bots together. */
export function totalsOf(bots: readonly BotLine[]): Totals {
  const sum = (name: keyof Totals) => bots.reduce((all, bot) => all + bot[name], 0);
  return {
    requests: sum("requests"),
    errors: sum("errors"),
    verified: sum("verified"),
    contradicted: sum("contradicted"),
  };
}

/** Of a bot's requests, those there are no published addresses for. */
export const unverified = ({ requests, verified, contradicted }: Totals) => requests - verified - contradicted;

/** "12%"; "under 1%" where it is not nothing. */
export function percent(part: number, all: number): string {
  if (!all || !part) return "0%";
  const share = (100 * part) / all;
  return share < 1 ? "under 1%" : `${Math.round(share)}%`;
}

type DayCounts = Traffic["days"][number];
const pointOf = (day: DayCounts, value: number) => ({ at: dayAt(day.day), value, low: null, high: null, n: value });

/** A line for each purpose that has requests on any of the days. */
export function purposeSeries(days: readonly DayCounts[], bots: readonly BotLine[]): ChartSeries[] {
  const present = new Set(bots.map(({ purpose }) => purpose));
  return PURPOSES.filter((purpose) => present.has(purpose)).map((purpose) => ({
    key: purpose,
    label: words.purposes[purpose],
    points: days.map((day) => pointOf(day, day[purpose])),
  }));
}

/** The line of those whom assistants sent. */
export const referralSeries = (days: readonly DayCounts[]): ChartSeries[] => [
  { key: "referral", label: words.peopleChart, main: true, points: days.map((day) => pointOf(day, day.referral)) },
];

export const purposeName = (purpose: string) => words.purposes[purpose as Purpose] ?? purpose;

const REFUSALS = new Set([401, 403, 406, 407, 429, 451]);

export type Refusal = Traffic["statuses"][number];

/** Refusals first, then a server's errors, then pages that are not there; tools after the bots of assistants. */
export function refusalsOf({ statuses, bots }: Traffic): Refusal[] {
  const tools = new Set(bots.filter(({ purpose }) => purpose === "other").map(({ bot }) => bot));
  const rank = ({ bot, status }: Refusal) =>
    (tools.has(bot) ? 10 : 0) + (REFUSALS.has(status) ? 0 : status >= 500 ? 1 : 2);
  return statuses
    .filter(({ status }) => status >= 400)
    .sort((a, b) => rank(a) - rank(b) || b.requests - a.requests || a.bot.localeCompare(b.bot));
}
