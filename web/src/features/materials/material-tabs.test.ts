import { describe, expect, it } from "vitest";

import { ApiError } from "@/lib/http";

import { addressesOf } from "./addresses";
import { problemsFrom, problemsOf } from "./material-problems";
import { searchOf, tabsFor } from "./material-tabs";
import { nameOf } from "./material-words";

const draft = { type: "url", url: "", urls: "", several: false, title: "", docTitle: "", description: "" } as const;

describe("the tabs of brand materials", () => {
  it.each([
    [
      "a website alone",
      { all: 1, recent: 1, website: 1, document: 0 },
      "website",
      ["All Materials", "Recent", "Websites"],
    ],
    [
      "a document alone",
      { all: 1, recent: 1, website: 0, document: 1 },
      "document",
      ["All Materials", "Recent", "Documents"],
    ],
    [
      "both types",
      { all: 2, recent: 1, website: 1, document: 1 },
      "website",
      ["All Materials", "Recent", "Websites", "Documents"],
    ],
    [
      "neither",
      { all: 0, recent: 0, website: 0, document: 0 },
      "description",
      ["All Materials", "Recent", "Documents"],
    ],
  ] as const)("follow the types that are there: %s", (_, counts, source, labels) => {
    expect(tabsFor(counts, source).map(({ label }) => label)).toEqual(labels);
  });

  it("leave out of the address what is standard", () => {
    expect(searchOf("all", "", "-createdAt")).toEqual({});
    expect(searchOf("document", "oak", "name")).toEqual({ "filter[view]": "document", q: "oak", sort: "name" });
    expect(searchOf("unknown", "", "unknown")).toEqual({});
  });

  it("are put in order by name from either end, as their header offers", () => {
    expect(["name", "-name"].map((sort) => searchOf("all", "", sort))).toEqual([{ sort: "name" }, { sort: "-name" }]);
  });
});

describe("a material", () => {
  it("goes by the specification's name when the brand was made from it", () => {
    expect(nameOf({ isPrimary: true, kind: "website", title: "Harrow", url: "https://a.example/" })).toBe("Homepage");
    expect(nameOf({ isPrimary: true, kind: "document", title: "About", url: null })).toBe("Brand Overview");
    expect(nameOf({ isPrimary: false, kind: "website", title: "", url: "https://a.example/b" })).toBe(
      "https://a.example/b",
    );
  });

  it("is refused before anything is sent, at its fields", () => {
    expect(problemsOf(draft, null)).toEqual({ url: "Please enter your website URL" });
    expect(problemsOf({ ...draft, url: "no address" }, null)).toEqual({ url: "Invalid URL format" });
    expect(problemsOf({ ...draft, type: "document" }, null)).toEqual({
      file: "Please select a DOCX file only.",
      docTitle: "Please enter a title",
    });
  });

  it("has commas and semicolons in its address, unless they stand between two", () => {
    expect(
      addressesOf("https://a.example/a,123.html, https://a.example/b;v=2; https://a.example/c,https://a.example/d,"),
    ).toEqual([
      "https://a.example/a,123.html",
      "https://a.example/b;v=2",
      "https://a.example/c",
      "https://a.example/d",
    ]);
  });

  it("tells the server's refusal at its field, and leads to what is there already", () => {
    const field = new ApiError("Too large", 413, {
      errors: [{ pointer: "/file", detail: "File is too large. Maximum size is 10MB." }],
    });
    expect(problemsFrom(field)).toEqual({ file: "File is too large. Maximum size is 10MB." });
    expect(problemsFrom(new ApiError("This page was already added.", 409, { materialId: "m1" }))).toEqual({
      form: "This page was already added.",
      existing: "m1",
    });
  });
});
