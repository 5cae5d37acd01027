import { describe, expect, it } from "vitest";

import { followed, initialValues } from "./wizard-values";

const blank = initialValues(null, null);

describe("market and language of the wizard", () => {
  it("follow an address that is corrected", () => {
    const typed = { ...blank, websiteUrl: "harrow.co.uk" };
    const first = { ...typed, ...followed(blank, typed) };
    expect(first.market).toBe("GB");
    expect(followed(first, { ...first, websiteUrl: "harrow.com" }).market).toBe(blank.market);
    expect(followed(first, { ...first, source: "skip", websiteUrl: "" }).market).toBe(blank.market);
  });

  it("stay as chosen while other answers change", () => {
    const chosen = { ...blank, websiteUrl: "harrow.co.uk", market: "IE", language: "fr" };
    const edited = { ...chosen, websiteUrl: "harrow.de", businessDescription: "Wir bauen Möbel aus Eiche" };
    expect(followed(chosen, edited)).toEqual({ market: "IE", language: "fr" });
  });
});
