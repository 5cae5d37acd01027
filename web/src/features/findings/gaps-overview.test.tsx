import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { GapsOverviewScreen } from "./gaps-overview-screen";

const overall = { value: 62.4, low: 55, high: 70 };
const gapsSummary = {
  contentIssues: 4,
  technicalIssues: 3,
  total: 7,
  quickWins: 2,
  contentPriority: "High",
  technicalPriority: "Low",
  overall,
  technicalApplicable: true,
  trend: [],
};
const results = {
  basis: "simulator",
  provisional: false,
  activeRun: null,
  run: { id: "r1" },
  scores: { content: overall, technical: overall },
};

function open(summary: () => Response | Promise<Response> = () => HttpResponse.json(results), patch: object = {}) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
    http.get("/api/v1/brands/:id/gaps/summary", () => HttpResponse.json({ ...gapsSummary, ...patch })),
    http.get("/api/v1/brands/:id/summary", summary),
    http.get("/api/v1/runs/r1/evidence", () => HttpResponse.json({ message: "Away for a moment." }, { status: 500 })),
  );
  return renderRoutes([{ path: "/", element: <GapsOverviewScreen /> }], "/?brand=harrow");
}

const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("the overview of gaps", () => {
  it("shows that it waits for the scores", async () => {
    const { container } = open(() => new Promise(() => undefined));
    expect(container.querySelector("[aria-busy]")).toBeTruthy();
  });

  it("says that the scores could not be had and asks again on request", async () => {
    let asked = 0;
    const { user } = open(() =>
      asked++ ? HttpResponse.json(results) : HttpResponse.json({ message: "Away for a moment." }, { status: 500 }),
    );
    await user.click(await screen.findByRole("button", { name: "Retry" }));
    expect(await screen.findByText("4 issues")).toBeTruthy();
  });

  it("leads from the counted issues to their lists", async () => {
    open();
    await screen.findByText("4 issues");
    expect(href("Content: 4")).toBe("/dashboard/ai-visibility-gaps/content");
    expect(href("Technical: 3")).toBe("/dashboard/ai-visibility-gaps/technical");
  });

  it("leads from the quick wins to the issues of little effort", async () => {
    open();
    await screen.findByText("4 issues");
    expect(href("Technical")).toBe("/dashboard/ai-visibility-gaps/technical?effort=Low&impact=High%2CMedium");
    expect(href("Recommendations")).toBe("/dashboard/recommendations");
  });

  it("opens what the score was measured from", async () => {
    const { user, where } = open();
    await user.click(await screen.findByRole("button", { name: "How the score of 62% was measured" }));
    expect(where()).toBe("/?brand=harrow&evidence=overall");
    expect(await screen.findByRole("dialog", { name: "Overall AI Visibility" })).toBeTruthy();
  });

  it("offers no technical list to a brand without a website", async () => {
    open(undefined, { technicalApplicable: false, technicalIssues: 0, total: 4 });
    await screen.findByText("4 issues");
    expect(screen.queryByRole("link", { name: /^Technical/ })).toBeNull();
  });
});
