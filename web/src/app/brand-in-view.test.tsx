import { act, configure, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { rememberBrand } from "@/lib/current-brand";
import { app } from "@/lib/messages/app";
import { common } from "@/lib/messages/common";
import { aBusiness, aUser } from "@/test/data";
import { anOffer } from "@/test/offer";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";
import { aBell } from "@/test/shell";

import { routes } from "./router";

const HARROW = "b1";
const PIKE = "b2";
const NAMES: Record<string, string> = { [HARROW]: "Harrow Oak", [PIKE]: "Pike Outdoor" };
const score = {
  value: 61,
  low: 55,
  high: 67,
  band: "Moderate",
  unit: "answers",
  n: 40,
  delta: { points: null, verdict: "first", exact: false },
  exploratory: false,
};

const row = (id: string) => ({
  id,
  name: NAMES[id],
  websiteUrl: null,
  targetAudience: "Hikers",
  isPrimary: id === HARROW,
  status: "active",
  pauseReason: null,
  overall: 48,
  audience: 50,
  basis: "assistants",
  createdAt: "2026-11-01T09:00:00Z",
  scoredAt: null,
});
const summaryOf = (id: string) => ({
  brand: { id, name: NAMES[id], websiteUrl: null },
  cadence: "monthly",
  nextRunAt: "2026-12-01T09:00:00Z",
  skippedReason: null,
  hasWebsite: true,
  provisional: false,
  run: null,
  activeRun: null,
  scores: { content: score, technical: score, audienceFit: null, overall: score },
  trend: [],
  changes: [],
  latestAnswers: [],
});

/** Brands whose content gaps were asked for. */
let listed: string[];

// The sections come when they are first visited; how long a busy machine takes to read them is not what is tested.
configure({ asyncUtilTimeout: 30_000 });
beforeAll(
  () =>
    Promise.all([
      import("./shell-route"),
      import("./not-found"),
      import("@/features/brands/brands-screen"),
      import("@/features/results/dashboard-screen"),
      import("@/features/findings/content-gaps-screen"),
      import("@/features/findings/gaps-overview-screen"),
    ]),
  60_000,
);

beforeEach(() => {
  document.cookie = "presence_brand=; Max-Age=0; Path=/";
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  listed = [];
  const known = (id: unknown, body: (id: string) => object) =>
    typeof id === "string" && NAMES[id]
      ? HttpResponse.json(body(id))
      : HttpResponse.json({ message: "No such brand" }, { status: 404 });
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () =>
      HttpResponse.json(aBusiness({ businessName: NAMES[HARROW]!, primaryBrandId: HARROW })),
    ),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
    http.get("/api/v1/notifications", () => HttpResponse.json(aBell())),
    http.get("/api/v1/brands", () =>
      HttpResponse.json({ data: [row(HARROW), row(PIKE)], counts: { all: 2 }, page: { nextCursor: null } }),
    ),
    http.get("/api/v1/brands/deleted", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/portfolio", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/:id/summary", ({ params }) => known(params["id"], summaryOf)),
    http.get(
      "/api/v1/brands/:id/gaps/content",
      ({ params }) => (
        listed.push(String(params["id"])),
        known(params["id"], () => ({ data: [], locked: 0, page: {} }))
      ),
    ),
    http.get("/api/v1/brands/:id/offer", ({ params }) => known(params["id"], () => anOffer())),
    http.get("/api/v1/brands/:id/*", ({ params }) => known(params["id"], () => ({ data: [] }))),
  );
});

const menu = () => within(screen.getByRole("navigation", { name: "Main menu" }));
const inView = (name: string) => screen.findByText(name, { selector: "button span" });
const titled = (name: string) => screen.findByText(name, { selector: "h2" });

describe("a brand that an address names", () => {
  it("stays in view from its card over its scores to the menu", async () => {
    const { user, where } = renderRoutes(routes, "/dashboard/my-brands");
    const card = (await titled("Pike Outdoor")).closest("li")!;
    await user.click(within(card).getByText("View Details"));
    await user.click(await screen.findByText("Content AI Visibility", { selector: "h3 a" }));
    await waitFor(() => expect(where()).toBe(`/dashboard/ai-visibility-gaps/content?brand=${PIKE}`));
    await waitFor(() => expect([...new Set(listed)]).toEqual([PIKE]));
    await user.click(menu().getByText("Dashboard"));
    await waitFor(() => expect(where()).toBe(`/dashboard?brand=${PIKE}`));
    expect(await titled("Pike Outdoor")).toBeTruthy();
    await inView("Pike Outdoor");
  });

  it("stands in the document's title, and the next one after a switch", async () => {
    const { router } = renderRoutes(routes, `/dashboard?brand=${PIKE}`);
    await waitFor(() => expect(document.title).toBe(`Dashboard · Pike Outdoor · ${common.product}`));
    await act(() => router.navigate(`/dashboard?brand=${HARROW}`));
    await waitFor(() => expect(document.title).toBe(`Dashboard · Harrow Oak · ${common.product}`));
  });

  it("is remembered for its own workspace alone", async () => {
    const first = renderRoutes(routes, `/dashboard?brand=${PIKE}`);
    await inView("Pike Outdoor");
    first.unmount();
    server.use(
      http.get("/api/user", () =>
        HttpResponse.json(aUser({ currentWorkspaceId: "0193a0d0-0000-7000-8000-0000000000ab" })),
      ),
    );
    renderRoutes(routes, "/dashboard");
    expect(await titled("Harrow Oak")).toBeTruthy();
  });
});

describe("a brand that is not in this workspace", () => {
  it("is the not-found screen, whose way home leads to the primary brand", async () => {
    const { user } = renderRoutes(routes, "/dashboard/ai-visibility-gaps?brand=elsewhere");
    expect((await screen.findByText(app.notFoundHeading, { selector: "h1" })).textContent).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(screen.getByRole("link", { name: app.returnHome }));
    expect(await titled("Harrow Oak")).toBeTruthy();
  });

  it("is an address nobody knows also when it is no id at all", async () => {
    server.use(
      http.get("/api/v1/brands/x/:what", () =>
        HttpResponse.json({ message: "Input should be a valid UUID", code: "validation" }, { status: 422 }),
      ),
    );
    renderRoutes(routes, "/dashboard?brand=x");
    expect(await screen.findByText(app.notFoundHeading, { selector: "h1" })).toBeTruthy();
  });

  it("does not close the sections of the whole workspace", async () => {
    renderRoutes(routes, "/dashboard/my-brands?brand=elsewhere");
    expect(await titled("Pike Outdoor")).toBeTruthy();
    await waitFor(() => expect(document.cookie).not.toContain("elsewhere"));
    expect(screen.queryByText(app.notFoundHeading)).toBeNull();
  });

  it("makes room for the primary brand when it was only remembered", async () => {
    rememberBrand(aUser().currentWorkspaceId!, "deleted");
    renderRoutes(routes, "/dashboard");
    expect(await titled("Harrow Oak")).toBeTruthy();
    expect(document.cookie).not.toContain("deleted");
  });
});
