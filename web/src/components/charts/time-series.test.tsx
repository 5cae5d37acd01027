import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { domainOf, modelChanges, type ChartSeries } from "./series";
import { SeriesTable } from "./series-table";
import { TimeSeries } from "./time-series";

const on = (day: number, value: number | null) => ({
  at: new Date(2026, 10, day),
  value,
  low: value === null ? null : value - 5,
  high: value === null ? null : value + 5,
  n: 20,
});
const series: ChartSeries[] = [
  { key: "a", label: "ChatGPT", points: [on(1, 40), on(8, 60)] },
  { key: "b", label: "Claude", points: [on(8, null)] },
];
const words = {
  formatDate: (at: Date) => `Nov ${at.getDate()}`,
  formatPoint: (point: { value: number | null }) => (point.value === null ? "---" : `${point.value}`),
};

function draw() {
  render(
    <TimeSeries
      series={series}
      unit="percent"
      from={new Date(2026, 10, 1)}
      to={new Date(2026, 10, 8)}
      summary="Mention rate"
      hint="Arrow keys"
      marks={[]}
      {...words}
    />,
  );
  return screen.getByRole("img", { name: "Mention rate" });
}

describe("the chart", () => {
  it("announces each day as the arrow keys walk over it, and stops at the ends", async () => {
    const user = userEvent.setup();
    draw().focus();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByText("Nov 1: ChatGPT 40")).toBeTruthy();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(screen.getByText("Nov 8: ChatGPT 60, Claude ---")).toBeTruthy();
    await user.keyboard("{Home}");
    expect(screen.getByText("Nov 1: ChatGPT 40")).toBeTruthy();
  });

  it("tells lines apart by dash and marker as well as by colour", () => {
    draw();
    const lines = document.querySelectorAll("path.visx-linepath");
    expect(lines).toHaveLength(2);
    expect(lines[0]?.getAttribute("stroke-dasharray")).not.toBe(lines[1]?.getAttribute("stroke-dasharray"));
  });

  it("has the same numbers as a table, newest first", () => {
    render(<SeriesTable label="Numbers" dateTitle="Date" series={series} {...words} />);
    expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
      "DateChatGPTClaude",
      "Nov 860---",
      "Nov 140---",
    ]);
  });
});

describe("the chart of a single day", () => {
  const one: ChartSeries[] = [
    { key: "a", label: "ChatGPT", points: [on(1, null), on(8, 60)] },
    { key: "b", label: "Claude", points: [on(8, 50)] },
  ];
  const dots = () => [...document.querySelectorAll("path[transform]")].map((dot) => dot.getAttribute("transform"));

  it("is a dot with its whisker for each line, beside each other, over that one day", () => {
    render(
      <TimeSeries
        series={one}
        unit="percent"
        from={new Date(2026, 8, 1)}
        to={new Date(2026, 10, 30)}
        summary="Mention rate"
        hint="Arrow keys"
        marks={[{ at: new Date(2026, 8, 12), label: "Long before" }]}
        {...words}
      />,
    );
    const places = dots().map((place) => Number(/translate\(([\d.]+)/.exec(place ?? "")?.[1]));
    expect(places.map((place) => Math.abs(place - (34 + (720 - 34 - 14) / 2)))).toEqual([9, 9]);
    expect(document.querySelectorAll('line[stroke-width="1.5"]')).toHaveLength(2);
    const named = [...document.querySelectorAll("text")].map(({ textContent }) => textContent ?? "");
    expect(named.filter((text) => text.startsWith("Nov"))).toEqual(["Nov 8"]);
    expect(screen.queryByText("Long before")).toBeNull();
  });

  it("keeps the dots of many lines inside the plot", () => {
    const many = Array.from({ length: 60 }, (_, line) => ({ key: `${line}`, label: `${line}`, points: [on(8, line)] }));
    render(
      <TimeSeries
        series={many}
        unit="percent"
        from={new Date(2026, 10, 1)}
        to={new Date(2026, 10, 8)}
        summary="Mention rate"
        hint="Arrow keys"
        {...words}
      />,
    );
    const places = dots().map((place) => Number(/translate\((-?[\d.]+)/.exec(place ?? "")?.[1]));
    expect(places).toHaveLength(60);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(34);
    expect(Math.max(...places)).toBeLessThanOrEqual(720 - 14);
  });
});

describe("its frame", () => {
  it("reaches 100 for high rates, less for low ones, and turns ranks upside down", () => {
    expect(domainOf([{ key: "a", label: "", points: [on(1, 70)] }], "percent")).toEqual([0, 100]);
    expect(domainOf([{ key: "a", label: "", points: [on(1, 12)] }], "percent")).toEqual([0, 20]);
    expect(domainOf([{ key: "a", label: "", points: [on(1, 1)] }], "rank")).toEqual([6, 1]);
  });

  it("marks the day a model changed, not the day an engine joined", () => {
    const at = (day: string, ...models: string[]) => ({ at: day, models });
    const changes = modelChanges([
      at("2026-11-01", "chatgpt: one"),
      at("2026-11-08", "chatgpt: one", "claude: x"),
      at("2026-11-15", "chatgpt: two", "claude: x"),
    ]);
    expect(changes.map(({ at: day, models }) => [day.getDate(), models])).toEqual([[15, ["chatgpt: two"]]]);
  });

  it("leaves a break of an assistant to the break's own mark", () => {
    const at = (day: string, ...models: string[]) => ({ at: day, models });
    expect(
      modelChanges([at("2026-11-01", "chatgpt: one"), at("2026-11-08", "chatgpt: one (since 2026-11-05)")]),
    ).toEqual([]);
  });
});
