import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { findWords, selectedIn } from "./answer-selection";
import { citationLabel, HighlightedText } from "./highlighted-text";

const text = "🪵 Try Harrow Oak[1], then Oak & Iron.";
const highlights = [
  { start: 6, end: 16, kind: "brand" as const, entity: "brand" },
  { start: 16, end: 19, kind: "citation" as const, entity: null },
  { start: 26, end: 36, kind: "competitor" as const, entity: "c1" },
];

function select(from: [string, number], to: [string, number]) {
  const { container } = render(<HighlightedText text={text} highlights={highlights} />);
  const root = container.firstElementChild as HTMLElement;
  const node = (words: string) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.textContent?.includes(words)) return walker.currentNode;
    throw new Error(words);
  };
  const range = document.createRange();
  range.setStart(node(from[0]), from[1]);
  range.setEnd(node(to[0]), to[1]);
  const selection = document.getSelection()!;
  selection.removeAllRanges();
  selection.addRange(range);
  return selectedIn(root, text, selection);
}

describe("words selected in an answer", () => {
  it("are counted in code points of its text", () => {
    expect(select(["Harrow", 0], ["Harrow", 10])).toEqual({ start: 6, end: 16, text: "Harrow Oak" });
  });

  it("lose the white space around them", () => {
    expect(select(["Try", 2], ["Try", 7])).toEqual({ start: 2, end: 5, text: "Try" });
  });

  it("may reach over a citation that is shown without its brackets", () => {
    expect(select(["Harrow", 7], [", then", 6])).toEqual({ start: 13, end: 25, text: "Oak[1], then" });
  });

  it("can be typed instead", () => {
    expect(findWords(text, " Oak & Iron ")).toEqual({ start: 26, end: 36, text: "Oak & Iron" });
    expect(findWords(text, "Elm")).toBeNull();
  });
});

describe("a citation's chip", () => {
  it("says the link's name or the bare number", () => {
    expect(citationLabel("([harrow.example](https://harrow.example/about?utm=1))")).toBe("harrow.example");
    expect(citationLabel("[12]")).toBe("12");
  });
});
