import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { Bars, type Bar } from "./bars";
import { HeatStrip, type HeatCell } from "./heat-strip";
import { Sparkline } from "./sparkline";

const bars: Bar[] = [
  { key: "a", label: "Harrow", value: 60, low: 50, high: 70, text: "60.0 % (50–70)", main: true },
  { key: "b", label: "Pike", value: null, low: null, high: null, text: "---" },
];
const cells: HeatCell[] = [
  { key: "1", title: "Nov 1", share: 0, text: "0 of 5" },
  { key: "2", title: "Nov 8", share: null, text: "---" },
  { key: "3", title: "Nov 15", share: 0.8, text: "4 of 5" },
];

describe("bars", () => {
  it("show no bar for what was not measured, and the same numbers as a table", async () => {
    const user = userEvent.setup();
    render(
      <Bars
        bars={bars}
        summary="Two names"
        labels={{ table: "Show as table", chart: "Show as chart", name: "Name", value: "Share" }}
      />,
    );
    expect(screen.getAllByRole("img")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Show as table" }));
    const rows = within(screen.getByRole("table", { name: "Two names" })).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual(["NameShare", "Harrow60.0 % (50–70)", "Pike---"]);
  });

  it("are walked with the arrow keys and stop at the ends", async () => {
    const user = userEvent.setup();
    render(<Bars bars={bars} summary="Two names" labels={{ table: "t", chart: "c", name: "n", value: "v" }} />);
    await user.tab();
    expect(document.activeElement?.textContent).toContain("Harrow");
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement?.textContent).toContain("Pike");
  });
});

describe("a heat strip", () => {
  it("reads each cell aloud as the arrow keys walk over it", async () => {
    const user = userEvent.setup();
    render(
      <HeatStrip
        cells={cells}
        summary="Named per analysis"
        labels={{ table: "t", chart: "c", title: "Day", value: "Named", hint: "Arrow keys" }}
      />,
    );
    screen.getByRole("img").focus();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByText("Nov 1: 0 of 5")).toBeTruthy();
    await user.keyboard("{End}{ArrowRight}");
    expect(screen.getByText("Nov 15: 4 of 5")).toBeTruthy();
  });
});

describe("a sparkline", () => {
  const points = [50, 66].map((value, index) => ({
    key: String(index),
    title: `Nov ${index + 1}`,
    value,
    low: value - 5,
    high: value + 5,
    text: `${value} (${value - 5}–${value + 5})`,
  }));

  it("reads its points aloud as the arrow keys walk over them, and is a table too", async () => {
    const user = userEvent.setup();
    render(
      <Sparkline
        points={points}
        summary="From 50 to 66."
        labels={{
          table: "Show as table",
          chart: "c",
          title: "Date",
          value: "Score",
          hint: "Arrow keys walk the points.",
        }}
      />,
    );
    screen.getByRole("img", { name: "From 50 to 66. Arrow keys walk the points." }).focus();
    await user.keyboard("{ArrowRight}");
    expect(screen.getAllByText("Nov 1: 50 (45–55)")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Show as table" }));
    const rows = within(screen.getByRole("table", { name: "From 50 to 66." })).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual(["DateScore", "Nov 266 (61–71)", "Nov 150 (45–55)"]);
  });
});
