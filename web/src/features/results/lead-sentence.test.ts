import { describe, expect, it } from "vitest";

import type { NamedInRun } from "@/api/named";

import { leadSentence, ordinal } from "./lead-sentence";

const rate = (hits: number, n = 100) => ({
  unit: "percent" as const,
  value: (100 * hits) / n,
  low: 0,
  high: 100,
  n,
  prompts: 10,
  hits,
});
const named = (hits: number, place: number | null, more: Partial<NamedInRun> = {}): NamedInRun => ({
  runId: "r1",
  basis: "assistants",
  answers: 100,
  brand: { key: "brand", name: "Harrow", rate: rate(hits), place },
  competitors: [],
  notCounted: [],
  untracked: [],
  ...more,
});
const odoo = { key: "c1", name: "Odoo", rate: rate(59), place: 1 };

describe("the sentence of the dashboard", () => {
  it("says how often the brand is named, at which place, and who is named most beside it", () => {
    const sentence = leadSentence(named(24, 5, { competitors: [odoo] }));
    expect(sentence).toBe("Named in 24 of 100 answers, usually fifth; Odoo in 59");
  });

  it("names somebody who is not tracked where they are named more than anybody tracked", () => {
    const untracked = [{ id: "u1", name: "Zoho", answers: 70 }];
    expect(leadSentence(named(24, 5, { competitors: [odoo], untracked }))).toBe(
      "Named in 24 of 100 answers, usually fifth; Zoho, not tracked yet, in 70",
    );
  });

  it("says that nobody named the brand, without a place", () => {
    expect(leadSentence(named(0, null, { competitors: [odoo] }))).toBe("Named in none of 100 answers; Odoo in 59");
  });

  it("calls the simulator's answers simulated", () => {
    expect(leadSentence(named(1, 1, { basis: "simulator" }))).toBe(
      "Named in 1 of 100 simulated answers, usually first",
    );
  });

  it("says nothing before anything was measured", () => {
    expect(leadSentence({ ...named(0, null), brand: null })).toBeNull();
  });
});

it.each([
  [11, "11th"],
  [12, "12th"],
  [21, "21st"],
  [22, "22nd"],
  [33, "33rd"],
])("writes place %i as %s", (place, text) => expect(ordinal(place)).toBe(text));
