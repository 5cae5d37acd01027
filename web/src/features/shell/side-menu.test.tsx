import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, anUnpaidPlan, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";
import { pro } from "@/test/shell";

import { SideMenu } from "./side-menu";

const nothing = () => undefined;

it("never tells a subscriber to upgrade, not before the plan is known and not after asking failed", async () => {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ plan: pro }))),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/subscriptions/can-access/:feature", () =>
      HttpResponse.json({ error: "Away for a moment." }, { status: 503 }),
    ),
  );
  const seen = new Set<string | null>();
  const element = <SideMenu onNavigate={nothing} onSupport={nothing} onLogout={nothing} loggingOut={false} />;
  const { client } = renderRoutes([{ path: "/", element }], "/");
  const link = within(screen.getByRole("navigation", { name: "Main menu" })).getByRole("link", { name: /^Analytics/ });
  const watch = new MutationObserver(() => seen.add(link.textContent));
  seen.add(link.textContent);
  watch.observe(link, { childList: true, subtree: true, characterData: true });
  await waitFor(() =>
    expect(client.getQueryState(["/api/subscriptions/can-access/analytics.full"])?.status).toBe("error"),
  );
  watch.disconnect();
  expect([...seen]).toEqual(["Analytics"]);
});

it("does not tell somebody to upgrade whose open bill closes the plan", async () => {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ plan: anUnpaidPlan() }))),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: false })),
  );
  const element = <SideMenu onNavigate={nothing} onSupport={nothing} onLogout={nothing} loggingOut={false} />;
  const { client } = renderRoutes([{ path: "/", element }], "/");
  await waitFor(() =>
    expect(client.getQueryState(["/api/subscriptions/can-access/analytics.full"])?.status).toBe("success"),
  );
  expect(screen.queryByText("Upgrade")).toBeNull();
});

it("offers a member who only pays the settings alone, and asks for no brand on their behalf", async () => {
  const asked: string[] = [];
  const [workspace] = aUser().workspaces;
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser({ workspaces: [{ ...workspace!, role: "billing" }] }))),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ plan: pro }))),
    http.get("/api/v1/brands", () => (asked.push("brands"), HttpResponse.json({ data: [] }))),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
  );
  const element = <SideMenu onNavigate={nothing} onSupport={nothing} onLogout={nothing} loggingOut={false} />;
  renderRoutes([{ path: "/", element }], "/?brand=b9");
  const menu = screen.getByRole("navigation", { name: "Main menu" });
  const labels = () =>
    within(menu)
      .getAllByRole("link")
      .map((link) => link.textContent);
  await waitFor(() => expect(labels()).toEqual(["Settings", "General", "Users", "Subscription"]));
  expect(screen.queryByRole("button", { name: /Switch brand/ })).toBeNull();
  expect(await screen.findByText("Harrow & Pike")).toBeTruthy();
  expect(asked).toEqual([]);
});
