import { describe, expect, it } from "vitest";

import { DEFAULT_VIEW, daysOf, intervalOf, seriesFor, viewOf, withView } from "./view";

const read = (search: string) => viewOf(new URLSearchParams(search));

describe("the view in the address", () => {
  it("is the default for an empty address", () => {
    expect(read("")).toEqual(DEFAULT_VIEW);
  });

  it("reads what it wrote", () => {
    const view = {
      ...DEFAULT_VIEW,
      tab: "answers" as const,
      engine: ["chatgpt", "claude"],
      topic: ["", "oak tables"],
      sentiment: "negative" as const,
      q: "a & b",
    };
    expect(viewOf(withView(new URLSearchParams(), view))).toEqual(view);
  });

  it.each([
    "tab=nowhere",
    "range=9d",
    "compare=always",
    "metric=luck",
    "series=all",
    "intent=branded",
    "mentioned=maybe",
    "from=2026-02-30&to=2026-03-01&range=custom",
    "range=custom",
    "from=2026-03-02&to=2026-03-01",
  ])("falls back to the default for %s", (search) => {
    expect(read(search)).toEqual(DEFAULT_VIEW);
  });

  it("leaves defaults out and keeps what belongs to others", () => {
    const next = withView(new URLSearchParams("brand=harrow&answer=a1&range=7d"), { range: "90d", compare: "none" });
    expect(next.toString()).toBe("brand=harrow&answer=a1&compare=none");
  });

  it("forgets the days of a custom range once another is chosen", () => {
    const custom = withView(new URLSearchParams(), { range: "custom", from: "2026-03-01", to: "2026-03-31" });
    expect(viewOf(custom).from).toBe("2026-03-01");
    expect(withView(custom, { range: "28d" }).toString()).toBe("range=28d");
  });
});

describe("the days of a range", () => {
  const today = new Date(2026, 10, 21, 23, 59);

  it.each([
    ["7d", "2026-11-15"],
    ["28d", "2026-10-25"],
    ["90d", "2026-08-24"],
    ["12m", "2025-11-22"],
  ] as const)("of %s begin on %s and include today", (range, from) => {
    expect(daysOf({ range, from: null, to: null }, today)).toEqual({ from, to: "2026-11-21" });
  });

  it("are drawn by week beyond three months", () => {
    expect(intervalOf({ from: "2026-08-24", to: "2026-11-21" })).toBe("day");
    expect(intervalOf({ from: "2025-11-22", to: "2026-11-21" })).toBe("week");
  });
});

describe("the lines of a metric", () => {
  it("are the brand's alone where engines or competitors have none", () => {
    expect(seriesFor("overall", "engine")).toBe("total");
    expect(seriesFor("sentiment", "competitor")).toBe("total");
    expect(seriesFor("mentionRate", "competitor")).toBe("competitor");
    expect(seriesFor("content", "engine")).toBe("engine");
  });
});
