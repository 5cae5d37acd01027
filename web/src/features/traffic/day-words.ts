import { monthDay } from "@/lib/format";
import { perReader } from "@/lib/reader";

const withYear = perReader((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));

/** How the days between two are written: with the year where the two are not of the same one. */
export function dayWords(from: string, to: string): (at: Date) => string {
  return from.slice(0, 4) === to.slice(0, 4) ? monthDay : (at) => withYear().format(at);
}
