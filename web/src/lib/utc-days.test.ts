import { describe, expect, it } from "vitest";

import { dayAt, dayWords } from "./utc-days";

const written = (from: string, to: string, now = "2026-11-28T12:00:00Z") =>
  [from, to].map((day) => dayWords(from, to, new Date(now))(dayAt(day)));

describe("days of a range", () => {
  it("leave out the year where both are of the current one", () => {
    for (const text of written("2026-11-22", "2026-11-28")) expect(text).not.toContain("2026");
  });

  it("say the year where both are of the same one, but not the current", () => {
    for (const text of written("2024-11-22", "2024-11-28")) expect(text).toContain("2024");
  });

  it("say both years across New Year's Eve", () => {
    const [first, last] = written("2025-12-30", "2026-01-05");
    expect(first).toContain("2025");
    expect(last).toContain("2026");
  });

  it("say the year of days that were of this year until it ended", () => {
    for (const text of written("2026-12-20", "2026-12-31", "2027-01-01T00:00:00Z")) expect(text).toContain("2026");
  });
});
