import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { useLocation } from "react-router";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { TrendingQuery } from "./api";
import { csvOf, QueryTable } from "./query-table";

const row = (query: string, patch: Partial<TrendingQuery>): TrendingQuery => ({
  id: query,
  query,
  demand: 40,
  growth: 12.4,
  saturation: "Low",
  effectiveDomains: 3,
  difficulty: "Low",
  topThreeShare: 50,
  authorityShare: 0,
  simulated: false,
  seen: 4,
  n: 10,
  topics: ["tables"],
  answers: [],
  cited: [],
  gap: null,
  ...patch,
});
const ROWS = [
  row("oak table", { demand: 80, difficulty: "High", saturation: "Very High" }),
  row("oak chair", { demand: 30, growth: null, topics: ["chairs"] }),
  row("ash bench", {
    demand: null,
    growth: null,
    difficulty: null,
    saturation: null,
    seen: 0,
    n: 0,
    topics: ["ash bench"],
  }),
];

function Screen() {
  return (
    <>
      <QueryTable brandId="b1" rows={ROWS} onOpen={() => undefined} />
      <output data-testid="address">{useLocation().search}</output>
    </>
  );
}

function open(at: string) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
  );
  renderRoutes([{ path: "/", element: <Screen /> }], at);
  return screen.findByRole("table");
}

const queries = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((line) => within(line).getAllByRole("button")[0]!.textContent);

it("narrows by topic, least demand and difficulty, and Clear ends all of it", async () => {
  await open("/?shown=1&sort=query");
  expect(queries()).toEqual(["ash bench", "oak chair", "oak table"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Least demand" }), "25");
  expect(queries()).toEqual(["oak chair", "oak table"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Topic" }), "chairs");
  expect(queries()).toEqual(["oak chair"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Difficulty" }), "High");
  expect(await screen.findByText("No results for these filters")).toBeTruthy();
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0]!);
  expect(queries()).toEqual(["ash bench", "oak chair", "oak table"]);
  expect(screen.getByTestId("address").textContent).toBe("?shown=1&sort=query");
});

it("calls a query without an earlier base New, and one nobody searched for unknown", async () => {
  const table = await open("/?shown=1");
  const lines = within(table).getAllByRole("row").slice(1);
  expect(lines.map((line) => within(line).getAllByRole("cell")[4]!.textContent)).toEqual(["+12", "New", "---"]);
});

it("puts saturation and difficulty in the order of their meaning, not of the alphabet", async () => {
  await open("/?shown=1&sort=-saturation");
  expect(queries()).toEqual(["oak table", "oak chair", "ash bench"]);
});

it("writes the file in the words of the screen", () => {
  expect(csvOf([ROWS[1]!]).split("\r\n")[1]).toBe("oak chair,30,Low,Low,New");
});
