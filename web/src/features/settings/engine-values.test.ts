import { describe, expect, it } from "vitest";

import { changeOf, problemsOf, valuesOf } from "./engine-values";

const blank = valuesOf(undefined);

describe("an engine's form", () => {
  it("asks for the key once", () => {
    expect(problemsOf(blank, { isServer: false, hasKey: false }).apiKey).toBeTruthy();
    expect(problemsOf(blank, { isServer: false, hasKey: true })).toEqual({});
  });

  it("asks a server for its address and model but no key", () => {
    expect(problemsOf(blank, { isServer: true, hasKey: false })).toHaveProperty("baseUrl");
    expect(
      problemsOf({ ...blank, baseUrl: "https://models.example/v1", model: "m" }, { isServer: true, hasKey: false }),
    ).toEqual({});
  });

  it("refuses a cap that is no amount", () => {
    expect(problemsOf({ ...blank, cap: "-3" }, { isServer: false, hasKey: true })).toHaveProperty("cap");
  });

  it("leaves an empty key out, so that the stored one stays", () => {
    expect(changeOf(blank)).toEqual({ baseUrl: "", model: "", monthlyCap: null });
    expect(changeOf({ ...blank, apiKey: " k ", cap: "5" })).toMatchObject({
      apiKey: "k",
      monthlyCap: { unit: "usd", value: "5" },
    });
  });
});
