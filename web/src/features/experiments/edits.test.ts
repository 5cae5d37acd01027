import { describe, expect, it } from "vitest";

import { editOf, problemsOf, type Draft } from "./edits";

const draft: Draft = {
  label: "",
  action: "add",
  source: " document:Prices ",
  title: " Prices ",
  text: " Tables from $400. ",
};

describe("an edit to try", () => {
  it("is sent without the space around it", () => {
    expect(editOf(draft)).toEqual({
      action: "add",
      source: "document:Prices",
      title: "Prices",
      text: "Tables from $400.",
    });
  });

  it("needs words unless something is removed", () => {
    expect(problemsOf({ ...draft, text: " " })).toHaveProperty("text");
    expect(problemsOf({ ...draft, text: " ", action: "remove" })).toEqual({});
  });

  it("needs to know what it is about", () => {
    expect(problemsOf({ ...draft, source: "" })).toHaveProperty("source");
  });

  it("drops words typed before a removal was chosen", () => {
    expect(editOf({ ...draft, action: "remove" })).toEqual({ action: "remove", source: "document:Prices" });
  });
});
