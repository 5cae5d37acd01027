import { describe, expect, it } from "vitest";

import { addressOf, isNarrowed, searchOf } from "./list-address";

const names = ["type", "engine"] as const;
const sorts = ["rank", "prompt"];
const read = (text: string) => addressOf(new URLSearchParams(text), names, sorts);

describe("a list's address", () => {
  it("asks for what still needs doing when nothing is said", () => {
    expect(searchOf(read(""), "rank")).toEqual({ "filter[status]": "open,planned,in-progress" });
  });

  it("carries filters, search and order", () => {
    const search = searchOf(read("status=all&type=Major&q=tills&sort=prompt"), "rank");
    expect(search).toEqual({ "filter[type]": "Major", q: "tills", sort: "prompt" });
  });

  it("falls back from an unknown status and order", () => {
    expect(read("status=nonsense&sort=nonsense")).toMatchObject({ status: "active", sort: "rank" });
  });

  it("ignores parameters of others", () => {
    expect(isNarrowed(read("brand=1&answer=2"))).toBe(false);
  });

  it("knows a narrowed view", () => {
    expect([read("status=closed"), read("q=x"), read("engine=gemini")].every(isNarrowed)).toBe(true);
  });
});
