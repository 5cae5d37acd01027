import { links as words } from "@/lib/messages/outputs";

import { SECTIONS, type ShareSection, type NewShareLink } from "./api/links";

export type Period = "28d" | "90d" | "365d" | "view";

/** What the form holds. */
export type LinkDraft = {
  name: string;
  period: Period;
  expiry: "never" | "7" | "30" | "90";
  sections: readonly ShareSection[];
  keepFilters: boolean;
  password: string;
};

const DEFAULTS: LinkDraft = {
  name: words.nameDefault,
  period: "90d",
  expiry: "never",
  sections: SECTIONS,
  keepFilters: true,
  password: "",
};

/** What a form begins with: the name of the view, if one is shared, and the days that are shown. */
export const draftOf = (name: string | null, screen: OnScreen): LinkDraft => ({
  ...DEFAULTS,
  ...(name ? { name } : {}),
  period: screen.period,
});

/** What the screen's address says about days and filters; `filters` is null if there are none. */
export type OnScreen = {
  from: string | null;
  to: string | null;
  period: Period;
  engines: string[];
  topics: string[];
  filters: string | null;
};

const OF_RANGE: Record<string, Period> = { "28d": "28d", "12m": "365d" };

export function onScreen(params: URLSearchParams): OnScreen {
  const [from, to] = [params.get("from"), params.get("to")];
  const custom = from !== null && to !== null && from <= to;
  const [engines, topics] = [params.getAll("engine"), params.getAll("topic")];
  return {
    from: custom ? from : null,
    to: custom ? to : null,
    period: custom ? "view" : (OF_RANGE[params.get("range") ?? ""] ?? "90d"),
    engines,
    topics,
    filters: [...engines, ...topics].join(", ") || null,
  };
}

export const periodsFor = (screen: OnScreen): Period[] => [
  "28d",
  "90d",
  "365d",
  ...(screen.from ? (["view"] as const) : []),
];

export function problemsOf({ name, password }: LinkDraft): { name?: string; password?: string } {
  return {
    ...(name.trim() ? {} : { name: words.nameMissing }),
    ...(password && password.length < 8 ? { password: words.passwordShort } : {}),
  };
}

const DAY_MS = 86_400_000;

/** The call's body; a link without an end has no `expiresAt`. */
export function newLinkOf(draft: LinkDraft, screen: OnScreen, now: number = Date.now()): NewShareLink {
  const days =
    draft.period === "view" ? { from: screen.from, to: screen.to } : { days: Number.parseInt(draft.period, 10) };
  return {
    name: draft.name.trim(),
    sections: [...draft.sections],
    ...days,
    ...(draft.keepFilters ? { engines: screen.engines, topics: screen.topics } : {}),
    ...(draft.password ? { password: draft.password } : {}),
    ...(draft.expiry === "never" ? {} : { expiresAt: new Date(now + Number(draft.expiry) * DAY_MS).toISOString() }),
  };
}
