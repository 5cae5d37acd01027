import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { advised } from "@/lib/messages/homepage";
import { next as words } from "@/lib/messages/lead";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { page, recommendation } from "@/test/screen-answers";
import { server } from "@/test/server";

import { DoNext } from "./do-next";

const advice = (n: number) => ({ ...recommendation, id: `r${n}`, title: `Advice ${n}`, status: "open" });

function open({ rows = [1, 2, 3, 4].map(advice) as object[], locked = 0 } = {}) {
  const decided: unknown[] = [];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [{ id: "b1", status: "active" }] })),
    http.get("/api/v1/brands/b1/recommendations", () => HttpResponse.json({ data: rows, locked, page })),
    http.patch("/api/v1/brands/b1/recommendations/:id", async ({ params, request }) => {
      decided.push([params["id"], await request.json()]);
      return HttpResponse.json({ ...advice(1), status: "done" });
    }),
  );
  return { decided, ...renderRoutes([{ path: "/", element: <DoNext brandId="b1" /> }], "/") };
}

it("shows the first three with effect, effort and evidence", async () => {
  open();
  await screen.findByText("Advice 1");
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  const first = screen.getAllByRole("listitem")[0]!;
  for (const name of [words.effect, words.effort, words.evidence]) within(first).getByText(name);
});

it("does one in a press, and the fourth moves up", async () => {
  const { decided, user } = open();
  await user.click(await screen.findByRole("button", { name: words.doneOf("Advice 1") }));
  await screen.findByText("Advice 4");
  await waitFor(() => expect(decided).toEqual([["r1", { status: "done" }]]));
});

it("leads to the plan where more are locked", async () => {
  open({ rows: [advice(1)], locked: 4 });
  expect((await screen.findByRole("link", { name: words.locked(4) })).getAttribute("href")).toContain("/pricing");
});

it("passes focus on to its card when one is done", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: words.doneOf("Advice 1") }));
  await screen.findByText("Advice 4");
  expect(document.activeElement).toBe(screen.getByRole("region", { name: words.title }));
});

it("does not say that all is done while more is locked", async () => {
  open({ rows: [{ ...advice(1), status: "done" }], locked: 6 });
  await screen.findByRole("link", { name: words.locked(6) });
  expect(screen.queryByText(words.allDone)).toBeNull();
});

it("says that all is done where nothing is locked", async () => {
  open({ rows: [{ ...advice(1), status: "done" }] });
  expect(await screen.findByText(words.allDone)).toBeTruthy();
});

it.each([
  [0.4, "up to 1 point"],
  [1.4, "up to 1 point"],
  [1.6, "up to 2 points"],
])("says %s points in the right number", (points, said) => {
  expect(words.upTo(points)).toBe(said);
});

it("claims points of the score only of advice that the score counts", async () => {
  open({
    rows: [
      { ...advice(1), expectedGain: 0.4 },
      { ...advice(2), expectedGain: 0.4, sourceKind: "fit" },
    ],
  });
  await screen.findByText("Advice 1");
  const [counted, fit] = screen.getAllByRole("listitem");
  within(counted!).getByText(words.upTo(0.4));
  within(fit!).getByText(advised.untested);
});
