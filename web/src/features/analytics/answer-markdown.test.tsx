import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Highlight } from "./api/answers";
import { HighlightedText } from "./highlighted-text";

const show = (text: string, highlights: Highlight[] = []) =>
  render(<HighlightedText text={text} highlights={highlights} />).container.firstElementChild as HTMLElement;
const looking = (root: HTMLElement, look: string) =>
  [...root.querySelectorAll(`.${look}`)].map(({ textContent }) => textContent);

describe("markdown in an answer", () => {
  it.each([
    ["**Harrow Oak** is solid", "Harrow Oak is solid"],
    ["## The best\nHarrow", "The best\nHarrow"],
    ["- Harrow\n* Pike\n  + Lind", "• Harrow\n• Pike\n  • Lind"],
    ["*truly* good, _really_", "truly good, really"],
    ["Ask for `oak`", "Ask for oak"],
    ["See [their shop](https://harrow.example/a) today", "See their shop today"],
    ["snake_case_words, 2 * 3 * 4 and a*b*c", "snake_case_words, 2 * 3 * 4 and a*b*c"],
    ["🪵 **Ōak**", "🪵 Ōak"],
    ["![Oak](https://harrow.example/oak.png) table", "Oak table"],
    ["https://harrow.example/wiki/_Foo_ is **there**", "https://harrow.example/wiki/_Foo_ is there"],
    ["(see https://harrow.example/__a__b) _now_", "(see https://harrow.example/__a__b) now"],
    ["**https://harrow.example** and https://pike.example/_a_", "https://harrow.example and https://pike.example/_a_"],
    ["**[Oak](https://harrow.example/_a_)**: *[Pike](https://pike.example)*.", "Oak: Pike."],
    ["Call `__init__` or `**all**`, **then** rest", "Call __init__ or **all**, then rest"],
    ["```python\n# __init__ *a*\n- b\n```\n**Oak**", "```python\n# __init__ *a*\n- b\n```\nOak"],
  ])("%j reads %j", (text, read) => {
    expect(show(text).textContent).toBe(read);
  });

  it("sets apart what it sets apart", () => {
    const root = show("# Oak\n**solid** and *light*");
    expect([looking(root, "font-semibold"), looking(root, "italic")]).toEqual([["Oak", "solid"], ["light"]]);
  });

  it("makes no element and no address of what an answer says", () => {
    const root = show("<img src=x onerror=alert(1)> [tap](javascript:alert(1))");
    expect(root.querySelector("img, a, script")).toBeNull();
    expect(root.textContent).toBe("<img src=x onerror=alert(1)> tap");
  });

  it("keeps the brand marked and every piece at its place", () => {
    const brand: Highlight = { start: 4, end: 10, kind: "brand", entity: "b", text: "Harrow" } as Highlight;
    const root = show("🪵 **Harrow** oak", [brand]);
    expect(root.querySelector("mark")?.textContent).toBe("Harrow");
    const places = [...root.querySelectorAll<HTMLElement>("[data-start]")].map(({ dataset, textContent }) => [
      Number(dataset["start"]),
      textContent,
    ]);
    expect(places).toEqual([
      [0, "🪵 "],
      [4, "Harrow"],
      [12, " oak"],
    ]);
  });
});
