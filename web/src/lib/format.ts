import { perReader } from "./reader";

/** Dates and numbers as the reader's locale writes them; the long date is the specification's "MMMM d, yyyy". */
const long = perReader(
  (_, timeZone) => new Intl.DateTimeFormat("en-US", { year: "numeric", month: "long", day: "numeric", timeZone }),
);

/** The pattern is fixed, so the locale that writes it is too. */
export const longDate = (iso: string | Date) => long(iso).format(new Date(iso));

const short = perReader(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { year: "numeric", month: "numeric", day: "numeric", timeZone }),
);

/** Numeric with the whole year: "11/21/2026" in en-US. */
export const shortDate = (iso: string | Date) => short(iso).format(new Date(iso));

const timed = perReader(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }),
);

export const dateTime = (iso: string | Date) => timed(iso).format(new Date(iso));

const time = perReader((locale, timeZone) => new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }));

/** The time of day: "3:42 PM". */
export const clock = (iso: string | Date) => time(iso).format(new Date(iso));

const month = perReader((locale) => new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" }));

/** A day of a chart without its year: "Nov 21". */
export const monthDay = (at: Date) => month().format(at);

// Words stand inside English sentences, so they are English; figures stay as the reader's locale writes them.
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "3 hours ago"; under a minute "just now". */
export function ago(iso: string, now: number = Date.now()): string {
  const elapsed = new Date(iso).getTime() - now;
  const step = steps.find(([, milliseconds]) => Math.abs(elapsed) >= milliseconds);
  return step ? relative.format(Math.round(elapsed / step[1]), step[0]) : "just now";
}

/** "57 (49–65)"; just the number when the interval has no width. */
export function withInterval({ value, low, high }: { value: number; low: number; high: number }): string {
  const [v, l, h] = [value, low, high].map(Math.round);
  return l === h ? `${v}` : `${v} (${l}–${h})`;
}

/** Signed whole points: "+8", "−3", "0". */
export const signed = (points: number) => (points > 0 ? `+${points}` : points < 0 ? `−${Math.abs(points)}` : "0");
