import { useParamsLink, usePatchParams, type ParamPatch } from "@/lib/address-params";
import { useSearchParams } from "@/lib/navigation";
import { dayAt, daysBefore } from "@/lib/utc-days";

import type { Asked } from "./api";

export const TABS = ["crawlers", "people", "reports", "funnel", "logs"] as const;
export type Tab = (typeof TABS)[number];
export const PURPOSES = ["search", "user", "training", "agent", "other"] as const;
export type Purpose = (typeof PURPOSES)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const FIRST_DAY = "2000-01-01";
export const LAST_DAY = "2100-12-31";
const STATUS = /^\d{1,3}$/;

export const MISSING = ["refused", "not-fetched", "not-cited", "not-visited"] as const;
export type Missing = (typeof MISSING)[number];

export type View = { tab: Tab | null; missing: Missing | null; asked: Asked };

/** What an address asks for; whatever it says wrongly counts as not said. */
export function viewOf(params: URLSearchParams): View {
  const day = (name: string) => {
    const value = params.get(name);
    return value && DAY.test(value) && isDay(value) && isInBounds(value) ? value : undefined;
  };
  const tab = TABS.find((each) => each === params.get("tab")) ?? null;
  const purpose = PURPOSES.find((each) => each === params.get("purpose"));
  const status = params.get("status") ?? "";
  const bot = params.get("bot");
  const [from, to] = [day("from"), day("to")];
  const ordered = !from || !to || from <= to;
  const missing = MISSING.find((each) => each === params.get("missing")) ?? null;
  return {
    tab,
    missing,
    asked: {
      ...(from && ordered ? { from } : {}),
      ...(to && ordered ? { to } : {}),
      ...(bot && bot.length <= 200 ? { bot } : {}),
      ...(purpose ? { purpose } : {}),
      ...(STATUS.test(status) ? { status: Number(status) } : {}),
    },
  };
}

/** Whether a calendar has the day. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Whether a day can be asked for: a year that is being typed, such as 0002, cannot. */
export const isInBounds = (day: string) => day >= FIRST_DAY && day <= LAST_DAY;

/** The view in the address, how to change it, and links to it with something changed. */
export function useTrafficView() {
  const [params] = useSearchParams();
  const patch = usePatchParams();
  const link = useParamsLink();
  return { ...viewOf(params), change: patch, link };
}

/** Without its days. */
export const withoutDays = ({ from: _from, to: _to, ...rest }: Asked): Asked => rest;

/** Nothing narrowed but the days. */
export const NO_FILTERS: ParamPatch = { bot: null, purpose: null, status: null };

/** The days alone. */
export const daysAlone = ({ from, to }: Asked): Asked => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) });

export const isNarrowed = ({ bot, purpose, status }: Asked) => Boolean(bot ?? purpose ?? status !== undefined);

export const RANGES = ["newest", "7", "90", "365", "custom"] as const;
export type Range = (typeof RANGES)[number];
const WEEK = 7;
const SPANS = [WEEK, 90, 365];

/** Which of the offered ranges the address holds, seen from the newest day. */
export function rangeOf({ from, to }: Asked, newest: string): Range {
  if (!from && !to) return "newest";
  const span = to === newest ? SPANS.find((days) => from === daysBefore(newest, days)) : undefined;
  return span ? (String(span) as Range) : "custom";
}

/** What a range puts into the address. */
export function daysOfRange(range: Range, newest: string): ParamPatch {
  if (range === "newest") return { from: null, to: null };
  if (range === "custom") return { from: daysBefore(newest, 4 * WEEK), to: newest };
  return { from: daysBefore(newest, Number(range)), to: newest };
}

export { dayAt, daysBefore };
