import { describe, expect, it } from "vitest";

import { changedNames } from "./Changes";
import { csvOf } from "./csv";
import { spaced } from "./definition";
import { ago, bytes, duration, figure, money, textOf } from "./format";

describe("values as people read them", () => {
  it("keep money's own places", () => {
    expect(money("20.00", "USD")).toBe("$20.00");
    expect(money("0.004213", "USD")).toBe("$0.004213");
    expect(money("1200", "EUR")).toBe("€1,200.00");
  });

  it("take the currency from the record", () => {
    expect(
      textOf({ id: 1, amount: "5.5", currency: "eur" }, {
        source: "amount",
        kind: "money",
        currency: "currency",
      } as never),
    ).toBe("€5.50");
  });

  it.each([
    [0.42, "0.4 s"],
    [59, "59 s"],
    [65, "1 min 5 s"],
    [3_900, "1 h 5 min"],
    [604_800, "7 days"],
  ])("say %d seconds as %s", (seconds, said) => {
    expect(duration(seconds)).toBe(said);
  });

  it("say how long ago and how soon", () => {
    const now = Date.parse("2026-01-10T12:00:00Z");
    expect(ago("2026-01-10T09:00:00Z", now)).toBe("3 h ago");
    expect(ago("2026-01-12T13:00:00Z", now)).toBe("in 2 d");
    expect(ago("2026-01-10T11:59:40Z", now)).toBe("just now");
  });

  it("name the day once counting says nothing", () => {
    const now = Date.parse("2026-03-10T12:00:00Z");
    expect(ago("2026-01-10T09:00:00Z", now)).toBe("10 Jan");
    expect(ago("2025-01-10T09:00:00Z", now)).toBe("10 Jan 2025");
  });

  it("say a percentage of a record as the server counts it, of a hundred", () => {
    expect(textOf({ id: 1, used: 85.25 }, { source: "used", kind: "percent" } as never)).toBe("85.3%");
  });

  it("say a figure in its unit", () => {
    expect([
      figure(0.66, "seconds"),
      figure(0, "usd"),
      figure(12.5, "percent"),
      figure(1_300, "count"),
      figure(null, "usd"),
    ]).toEqual(["0.7 s", "$0.00", "12.5%", "1,300", "–"]);
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [4_200_000, "4.2 MB"],
  ])("say a size of %d as %s", (size, said) => {
    expect(bytes(size)).toBe(said);
  });

  it("name a source in words", () => {
    expect([spaced("cancelAtPeriodEnd"), spaced("past_due"), spaced("plan-features")]).toEqual([
      "Cancel at period end",
      "Past due",
      "Plan features",
    ]);
  });
});

describe("an export", () => {
  const fields = [
    { source: "name", label: "Name" },
    { source: "amount", label: "Amount" },
  ];

  it("quotes what needs it", () => {
    expect(csvOf([{ id: 1, name: 'He said "a, b"', amount: -3.5 }], fields)).toBe(
      'id,Name,Amount\r\n1,"He said ""a, b""",-3.5',
    );
  });

  it("runs nothing in a spreadsheet", () => {
    const rows = ["=1+1", "+cmd", "-2+3", "@sum", "\tx"].map((name, id) => ({ id, name, amount: "-5.00" }));
    for (const line of csvOf(rows, fields).split("\r\n").slice(1)) expect(line).toMatch(/^\d,"?'/);
    expect(csvOf(rows, fields)).toContain(",-5.00");
  });
});

it("a change names only what differs", () => {
  expect(changedNames({ plan: "Pro", status: "active" }, { plan: "Growth", status: "active", endsAt: null })).toEqual([
    "plan",
  ]);
});
