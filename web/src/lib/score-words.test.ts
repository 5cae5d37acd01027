import { expect, it } from "vitest";

import { bandWord, deltaWords, toneOf, type Score } from "./score-words";

const FIT = { band: "Needs Attention", standsFor: null, unit: "passages" } as const;

it("says of an audience fit from too little text that it is none, in no colour", () => {
  const thin = { ...FIT, exploratory: true };
  expect(bandWord(thin)).toBe("Not enough text");
  expect(toneOf(thin)).toBe("neutral");
  const firm = { ...FIT, exploratory: false };
  expect(bandWord(firm)).toBe("Needs Attention");
  expect(toneOf(firm)).toBe("attention");
});

it.each<[NonNullable<Score["delta"]>, string, string]>([
  [{ points: null, verdict: "not enough data" }, "Not enough data yet", "muted"],
  [{ points: 4.2, verdict: "within noise" }, "No sign of change", "muted"],
  [{ points: 4.2, verdict: "probably moving" }, "Probably moving", "muted"],
  [
    { points: 4.2, verdict: "probably moving", since: "2026-03-03T09:00:00Z" },
    "Probably moving: +4 points since March 3, 2026, not yet certain",
    "muted",
  ],
  [{ points: 0.2, verdict: "probably moving", since: "2026-03-03T09:00:00Z" }, "Probably moving", "muted"],
  [{ points: null, verdict: "model changed" }, "Model changed, not compared", "muted"],
  [{ points: 4.2, verdict: "moved" }, "Moved +4 points since the last run", "good"],
  [
    { points: -4.2, verdict: "moved", since: "2026-03-03T09:00:00Z" },
    "Moved −4 points since March 3, 2026",
    "attention",
  ],
])("says of a change only what is known, in color only where it moved", (delta, text, tone) => {
  expect(deltaWords(delta, false)).toEqual({ text, tone });
});
