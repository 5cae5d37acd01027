import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { endsOf, Waterfall } from "./waterfall";

const labels = { table: "Show as table", chart: "Show as chart", name: "What", value: "Points", note: "Range" };
const chart = (
  <Waterfall
    before={{ label: "Before", value: 40, text: "40" }}
    after={{ label: "Now", value: 47, text: "47" }}
    steps={[
      { key: "a", label: "Questions", points: -3, text: "−3" },
      { key: "b", label: "Answers", points: 10, text: "+10", note: "+4 to +16" },
    ]}
    summary="From 40 to 47"
    labels={labels}
  />
);

it("lets each step begin where the last one ended", () => {
  expect(endsOf(40, [{ points: -3 }, { points: 10 }])).toEqual([37, 47]);
});

it("walks from row to row with the arrow keys", async () => {
  render(chart);
  const rows = screen.getAllByRole("listitem");
  rows[0]!.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(rows[1]);
  await userEvent.keyboard("{End}");
  expect(document.activeElement).toBe(rows[3]);
});

it("says the same numbers as a table", async () => {
  render(chart);
  await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
  expect(screen.getByRole("row", { name: "Answers +10 +4 to +16" })).toBeTruthy();
});
