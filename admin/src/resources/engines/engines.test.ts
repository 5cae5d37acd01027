import { describe, expect, it } from "vitest";

import { engines } from "./engines";

const engine = { id: "chatgpt", circuit: "closed", lastError: null, ceilingUsed: 40, allCeilingUsed: 40 };

describe("an engine whose money of the day is used up", () => {
  it.each([
    [{ ceilingUsed: 100 }, /ceiling of this engine for today is used up.*after midnight UTC/],
    [{ allCeilingUsed: 100 }, /ceiling of all engines for today is used up.*after midnight UTC/],
  ])("says so above everything else: %j", (used, sentence) => {
    expect(engines.problem?.({ ...engine, ...used })).toMatch(sentence);
  });

  it("says nothing before", () => {
    expect(engines.problem?.(engine)).toBeNull();
  });
});
