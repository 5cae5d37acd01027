import type { RaRecord } from "react-admin";

import type { FieldSpec } from "./definition";

export const NOTHING = "–";

const moment = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const share = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** "3 hours ago", "in 2 days". */
export function ago(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : "just now";
}

export const atMoment = (at: string): string => (Number.isNaN(Date.parse(at)) ? at : moment.format(new Date(at)));

/** Money as the server keeps it: a decimal text that is never rounded here to fewer than its own places. */
export function money(amount: string | number, currency: string): string {
  const places = Math.max(2, (String(amount).split(".")[1] ?? "").replace(/0+$/, "").length);
  return new Intl.NumberFormat("en", { style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: Math.min(places, 6) }).format(Number(amount));
}

/** "1 h 4 min", "12 s", "0.4 s". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${plain.format(Math.round(seconds * 10) / 10)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.round(minutes / 1_440)} days`;
}

/** A value as one line of text, for tables, exports and titles. */
export function textOf(record: RaRecord, field: FieldSpec): string {
  const value: unknown = record[field.source];
  if (value === null || value === undefined || value === "") return NOTHING;
  switch (field.kind) {
    case "date":
      return atMoment(String(value));
    case "money":
      return money(String(value), currencyOf(record, field));
    case "number":
      return plain.format(Number(value));
    case "percent":
      return share.format(Number(value));
    case "seconds":
      return duration(Number(value));
    case "boolean":
      return value ? "Yes" : "No";
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

function currencyOf(record: RaRecord, { currency }: FieldSpec): string {
  if (!currency || currency === "USD") return "USD";
  return String(record[currency] ?? "USD").toUpperCase();
}

/** A number of the dashboard by what its name ends with: `…Seconds`, `…Usd`, `…Share`, else plain. */
export function figure(name: string, value: number | null): string {
  if (value === null) return NOTHING;
  if (/seconds$/i.test(name)) return duration(value);
  if (/usd$/i.test(name)) return money(value, "USD");
  return /(share|rate)$/i.test(name) ? share.format(value) : plain.format(value);
}
