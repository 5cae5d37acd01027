import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { TrendsScreen } from "./trends-screen";

const known = {
  demand: 41,
  growth: 12,
  saturation: "Low",
  difficulty: "Low",
  effectiveDomains: 3,
  seen: 2,
  n: 4,
  simulated: false,
  topics: [],
  answers: ["a1"],
  cited: [{ domain: "oak.example", answers: 2 }],
};
const lost = { ...known, id: "q1", query: "best oak table", gap: { id: "g1", prompt: "Which oak table lasts?" } };
const won = { ...known, id: "q2", query: "oak table care", gap: null };
const reading = {
  state: "done",
  failure: "",
  asOf: "2026-11-02T12:00:00Z",
  basis: "assistants",
  answers: 40,
  source: "fan-out",
  estimated: true,
  data: [lost, won],
  total: 2,
  locked: 0,
};

function open(role = "owner") {
  const me = aUser();
  server.use(
    http.get("/api/user", () => HttpResponse.json({ ...me, workspaces: [{ ...me.workspaces[0]!, role }] })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
    http.get("/api/v1/brands/:id/trends", () => HttpResponse.json(reading)),
  );
  const brief = ({ gapId }: { gapId: string }) => <p>brief of {gapId}</p>;
  return renderRoutes(
    [{ path: "/", element: <TrendsScreen answerDrawer={null} Brief={brief} /> }],
    "/?brand=b1&shown=1",
  );
}

it("makes the brief of the gap behind a query, and says which question is lost", async () => {
  const { user } = open();
  const table = within(await screen.findByRole("table"));
  await user.click(table.getByRole("button", { name: "Make brief for best oak table" }));
  const drawer = within(await screen.findByRole("dialog", { name: "best oak table" }));
  drawer.getByText("brief of g1");
  drawer.getByText(/Which oak table lasts\?/);
  expect(drawer.getAllByRole("heading", { level: 3 })[0]!.textContent).toBe("Content brief");
});

it("offers no brief where no gap lies behind a query, and says why", async () => {
  const { user } = open();
  const table = within(await screen.findByRole("table"));
  expect(table.queryByRole("button", { name: "Make brief for oak table care" })).toBeNull();
  await user.click(table.getByRole("button", { name: "oak table care" }));
  const drawer = within(await screen.findByRole("dialog", { name: "oak table care" }));
  drawer.getByText(/No open content gap lies behind this query/);
});

it("offers a reader who may not edit nothing to make", async () => {
  open("viewer");
  const table = within(await screen.findByRole("table"));
  expect(table.queryByRole("button", { name: /Make brief/ })).toBeNull();
});
