import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { checklist as words } from "@/lib/messages/checklist";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { stepsQuery } from "../api/checklist";
import { FirstSteps } from "./first-steps";

const nothing = { competitors: false, prompts: false, issue: false, team: false, report: false };

function open({ role = "owner", analytics = true, done = {}, seats = 3 as number | null } = {}) {
  const me = aUser();
  server.use(
    http.get("/api/user", () => HttpResponse.json({ ...me, workspaces: [{ ...me.workspaces[0]!, role }] })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: analytics })),
    http.get("/api/v1/brands/b1/first-steps", () => HttpResponse.json({ done: { ...nothing, ...done }, seats })),
  );
  return renderRoutes([{ path: "*", element: <FirstSteps brandId="b1" /> }], "/dashboard");
}

const title = () => screen.findByRole("heading", { name: words.title });

beforeEach(() => {
  localStorage.clear();
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("the first steps", () => {
  it("show what is left, and lead to where each is done", async () => {
    open({ done: { competitors: true, report: true } });
    await title();
    screen.getByText(words.left(3));
    expect(screen.getByRole("link", { name: words.steps.prompts.title }).getAttribute("href")).toBe(
      "/dashboard/analytics?tab=prompts",
    );
    expect(screen.queryByText(words.steps.competitors.title)).toBeNull();
  });

  it("leave out what plan and role do not have", async () => {
    open({ role: "editor", analytics: false });
    await title();
    expect(screen.getAllByRole("listitem").map((line) => within(line).getByRole("link").textContent)).toEqual([
      words.steps.issue.title,
      words.steps.report.title,
    ]);
  });

  it("leave out inviting others where the plan has one seat", async () => {
    open({ seats: 1 });
    await title();
    expect(screen.queryByRole("link", { name: words.steps.team.title })).toBeNull();
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
    const { client } = open({ role: "editor", analytics: false, done: { issue: true, report: true } });
    await waitFor(() => expect(client.getQueryData(stepsQuery("b1").queryKey)).toBeTruthy());
    expect(screen.queryByText(words.title)).toBeNull();
  });
});
