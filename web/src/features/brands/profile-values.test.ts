import { expect, it } from "vitest";

import { changeOf, problemsFrom, problemsOf, type ProfileValues } from "./profile-values";

const before: ProfileValues = {
  name: "Harrow",
  aliases: "HOak",
  websiteUrl: "https://harrow.example/",
  ownedPrefixes: "harrow.example",
  description: "Tables",
  targetAudience: "Families",
  tone: "",
  isCommonWord: "auto",
  market: "GB",
  language: "en",
};

it("sends only what differs, so that two people do not undo each other", () => {
  expect(changeOf(before, before)).toEqual({});
  expect(changeOf(before, { ...before, aliases: "HOak, Harrow Oak ,", isCommonWord: "no" })).toEqual({
    aliases: ["HOak", "Harrow Oak"],
    isCommonWord: false,
  });
  expect(changeOf(before, { ...before, websiteUrl: " ", tone: "Plain" })).toEqual({ websiteUrl: null, tone: "Plain" });
});

it("tells what is wrong at its field", () => {
  expect(problemsOf({ ...before, name: "H" })).toEqual({ name: "Business name must be at least 2 characters" });
  expect(
    problemsFrom([
      { pointer: "/aliases/0", detail: "This name is taken" },
      { pointer: "/elsewhere", detail: "?" },
    ]),
  ).toEqual({ aliases: "This name is taken" });
});
