import { fireEvent, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { act } from "react";
import { expect, it, vi } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { TrendsScreen } from "./trends-screen";

const query = {
  id: "q1",
  query: "best oak table",
  demand: 41,
  growth: 12,
  saturation: "Low",
  difficulty: "Low",
  effectiveDomains: 3,
  seen: 2,
  n: 4,
  simulated: false,
};
const reading = {
  state: "done",
  failure: "",
  asOf: "2026-11-02T12:00:00Z",
  basis: "assistants",
  answers: 40,
  source: "fan-out",
  estimated: true,
  data: [query],
  locked: 0,
};

/** The clock is ours while the screen waits; what travels to the server takes real time. */
const realTimer = setTimeout;
const until = async (met: () => boolean) => {
  while (!met()) await new Promise((resolve) => realTimer(resolve, 5));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("says “Analyzing...” for 3000 ms, however fast the answer is, and then shows the queries", async () => {
  let asked = 0;
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
    http.get("/api/v1/brands/:id/trends", () => HttpResponse.json({ ...reading, state: "none", data: [] })),
    http.post("/api/v1/brands/:id/trends", () => (asked++, HttpResponse.json(reading))),
  );
  renderRoutes([{ path: "/", element: <TrendsScreen answerDrawer={null} Brief={() => null} /> }], "/?brand=b1");
  const button = await screen.findByRole("button", { name: "See Trending Queries" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(button);
  await until(() => asked === 1);
  await pass(2_990);
  expect(screen.getByRole("button", { name: "Analyzing..." })).toBeTruthy();
  expect(screen.queryByText("best oak table")).toBeNull();
  await pass(10);
  vi.useRealTimers();
  expect((await screen.findAllByText("best oak table")).length).toBeGreaterThan(0);
});
