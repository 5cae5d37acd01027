import { describe, expect, it } from "vitest";

import { notifications } from "./notifications";

const line = notifications.lines["run-completed"];

describe("the line of a finished analysis", () => {
  it("calls the score what the dashboard calls it", () => {
    expect(line({ brandName: "Harrow", overall: 43, standsFor: null }).detail).toBe("Overall AI Visibility 43 of 100");
  });

  it("says when the score rests on the site alone", () => {
    expect(line({ brandName: "Harrow", overall: 43, standsFor: "technical-only" }).detail).toBe(
      "Overall AI Visibility (technical only) 43 of 100",
    );
  });

  it("names no score where there is none", () => {
    expect(line({ brandName: "Harrow", overall: null }).detail).toBe("");
  });
});
