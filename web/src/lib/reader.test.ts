import { afterEach, describe, expect, it } from "vitest";

import { countText } from "./count";
import { ago, dateTime, longDate, shortDate } from "./format";
import { answerImport } from "./messages/answer-import";
import { valueText } from "./readings";
import { setReader } from "./reader";

afterEach(() => setReader(undefined, undefined));

describe("the reader's language and time zone", () => {
  it("write dates and numbers", () => {
    setReader("de", "UTC");
    expect(shortDate("2026-11-21T12:00:00Z")).toBe("21.11.2026");
    expect(valueText(57.5, "percent")).toBe("57,5 %");
    expect(countText(12_500)).toBe("12.500");
    expect(answerImport.found(1_234, 1_100)).toBe("1.234 answers to 1.100 questions");
    expect(ago("2026-11-21T11:59:30Z", Date.parse("2026-11-21T12:00:00Z"))).toBe("just now");
    expect(ago("2026-11-20T12:00:00Z", Date.parse("2026-11-21T12:00:00Z"))).toBe("yesterday"); // a word inside an English sentence
    setReader("en", "UTC");
    expect(shortDate("2026-11-21T12:00:00Z")).toBe("11/21/2026");
  });

  it("move a moment to its day there, and leave a bare day alone", () => {
    setReader("en", "Pacific/Kiritimati");
    expect(longDate("2026-11-21T12:00:00Z")).toBe("November 22, 2026");
    expect(longDate("2026-11-21T00:00:00")).toBe("November 21, 2026");
    expect(dateTime("2026-11-21T12:00:00Z")).toContain("2:00");
  });

  it("fall back to the browser's own where it does not know them", () => {
    setReader("not a language", "Nowhere/Atall");
    expect(shortDate("2026-11-21T12:00:00Z")).toMatch(/2026/);
  });
});
