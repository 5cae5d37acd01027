import { expect, it } from "vitest";

import { bandWord, toneOf } from "./score-words";

const FIT = { band: "Needs Attention", standsFor: null, unit: "passages" } as const;

it("says of an audience fit from too little text that it is none, in no colour", () => {
  const thin = { ...FIT, exploratory: true };
  expect(bandWord(thin)).toBe("Not enough text");
  expect(toneOf(thin)).toBe("neutral");
  const firm = { ...FIT, exploratory: false };
  expect(bandWord(firm)).toBe("Needs Attention");
  expect(toneOf(firm)).toBe("attention");
});
