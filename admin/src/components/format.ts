import type { RaRecord } from "react-admin";

import type { FieldSpec } from "./definition";

export const NOTHING = "–";

const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

const STEPS: [unit: string, seconds: number][] = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
];
const A_WEEK = 604_800;

/** Close enough for "how long ago" to say more than the day. */
export const isNear = (at: string, now = Date.now()): boolean => Math.abs(Date.parse(at) - now) < A_WEEK * 1000;

/** "3 h ago", "in 2 d"; beyond a week the day itself, which says more: "4 Mar", "4 Mar 2024". */
export function ago(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const far = Math.abs(seconds);
  if (Number.isNaN(far)) return at;
  if (far >= A_WEEK)
    return (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayOfYear).format(new Date(at));
  const step = STEPS.find(([, size]) => far >= size);
  if (!step) return seconds > 0 ? "in a moment" : "just now";
  const said = `${Math.floor(far / step[1])} ${step[0]}`;
  return seconds > 0 ? `in ${said}` : `${said} ago`;
}

/** A moment to the second in this browser's zone, and as the server wrote it. */
export const exactly = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? at : `${exact.format(new Date(at))}\n${at}`;

export const atMoment = (at: string): string => (Number.isNaN(Date.parse(at)) ? at : moment.format(new Date(at)));

/** Money as the server keeps it: a decimal text that is never rounded here to fewer than its own places. */
export function money(amount: string | number, currency: string): string {
  const places = Math.max(2, (String(amount).split(".")[1] ?? "").replace(/0+$/, "").length);
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.min(places, 6),
  }).format(Number(amount));
}

/** "1 h 4 min", "12 s", "0.4 s". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${plain.format(Math.round(seconds * 10) / 10)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.round(minutes / 1_440)} days`;
}

/** "512 B", "4.2 MB". */
export function bytes(size: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  return `${plain.format(Math.round((size / 1000 ** power) * 10) / 10)} ${units[power]}`;
}

/** A value as one line of text, for tables, exports and titles. */
export function textOf(record: RaRecord, field: FieldSpec): string {
  const value: unknown = record[field.source];
  if (value === null || value === undefined || value === "") return field.none ?? NOTHING;
  switch (field.kind) {
    case "date":
      return atMoment(String(value));
    case "money":
      return money(String(value), currencyOf(record, field));
    case "number":
      return plain.format(Number(value));
    case "percent":
      return `${tenths.format(Number(value))}%`;
    case "seconds":
      return duration(Number(value));
    case "bytes":
      return bytes(Number(value));
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

/** A number of the dashboard in the unit the server says it has. */
export function figure(value: number | null, unit: "count" | "usd" | "seconds" | "percent"): string {
  if (value === null) return NOTHING;
  if (unit === "seconds") return duration(value);
  if (unit === "usd") return money(value.toFixed(2), "USD");
  return unit === "percent" ? `${plain.format(value)}%` : plain.format(value);
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A value nobody described, from a log or a document, as one line. */
export function said(value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string" && MOMENT.test(value)) return atMoment(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
