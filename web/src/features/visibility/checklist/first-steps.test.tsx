import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { checklist as words } from "@/lib/messages/checklist";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { FirstSteps } from "./first-steps";

const prompt = { id: "p1", origin: "generated", status: "active" };

function open({ role = "owner", analytics = true, rivals = [] as object[], seats = { used: 1, limit: 3 as number | null }, frequency = "off", closed = 0 } = {}) {
  const me = aUser();
  const list = (data: object[]) => HttpResponse.json({ data, page: {} });
  server.use(
    http.get("/api/user", () => HttpResponse.json({ ...me, workspaces: [{ ...me.workspaces[0]!, role }] })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: analytics })),
    http.get("/api/v1/brands/b1/competitors", () => list(rivals)),
    http.get("/api/v1/brands/b1/prompts/suggestions", () => list([{ id: "s1" }])),
    http.get("/api/v1/brands/b1/prompts", () => list([prompt])),
    http.get("/api/v1/brands/b1/gaps/summary", () => HttpResponse.json({ trend: [{ contentClosed: closed, technicalClosed: null }] })),
    http.get("/api/v1/brands/b1/gaps/:aspect", () => list([])),
    http.get("/api/v1/brands/b1/recommendations", () => list([])),
    http.get("/api/v1/members", () => HttpResponse.json({ data: [], seats })),
    http.get("/api/v1/digest", () => HttpResponse.json({ frequency })),
  );
  return renderRoutes([{ path: "*", element: <FirstSteps brandId="b1" /> }], "/dashboard");
}

const title = () => screen.findByRole("heading", { name: words.title });

beforeEach(() => {
  localStorage.clear();
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("the first steps", () => {
  it("are counted as the workspace stands, and lead to where each is done", async () => {
    open({ rivals: [{ id: "c1" }], frequency: "weekly" });
    await title();
    screen.getByText(words.done(2, 5));
    expect(screen.getByRole("link", { name: words.steps.prompts.title }).getAttribute("href")).toBe("/dashboard/analytics?tab=prompts");
    expect(screen.queryByRole("link", { name: words.steps.competitors.title })).toBeNull();
  });

  it("leave out what plan and role do not have", async () => {
    open({ role: "editor", analytics: false });
    await title();
    expect(screen.getAllByRole("listitem").map((line) => within(line).getByRole("link").textContent)).toEqual([words.steps.issue.title, words.steps.report.title]);
  });

  it("stay hidden once hidden, until that is taken back", async () => {
    const first = open();
    await title();
    await first.user.click(screen.getByRole("button", { name: words.hide }));
    await waitFor(() => expect(screen.queryByText(words.title)).toBeNull());
    await first.user.click(await screen.findByRole("button", { name: "Undo" }));
    await first.user.click(await screen.findByRole("button", { name: words.hide }));
    first.unmount();
    const { client } = open();
    await waitFor(() => expect(client.getQueryData(["/api/user"])).toBeTruthy());
    expect(screen.queryByText(words.title)).toBeNull();
  });

  it("are gone when all is done", async () => {
    const { client } = open({ role: "editor", analytics: false, frequency: "weekly", closed: 1 });
    await waitFor(() => expect(client.getQueryData(["brand", "b1", "first-steps"])).toBeTruthy());
    expect(screen.queryByText(words.title)).toBeNull();
  });
});
