import { monthDay } from "./format";
import { perReader } from "./reader";

const DAY_MS = 86_400_000;
const withYear = perReader((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));

/** The first of so many days that end with one. */
export function daysBefore(last: string, days: number): string {
  return new Date(Date.parse(`${last}T00:00:00Z`) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** A day of an answer ("2026-11-28") as the reader's local day. */
export const dayAt = (day: string) => new Date(`${day}T00:00:00`);

/** How the days between two are written: with the year unless both are of the current one. */
export function dayWords(from: string, to: string, now: Date = new Date()): (at: Date) => string {
  const year = now.toISOString().slice(0, 4);
  return [from, to].every((day) => day.startsWith(year)) ? monthDay : (at) => withYear().format(at);
}
