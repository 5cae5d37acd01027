import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { SubscriptionScreen } from "./subscription-screen";

const routes = [{ path: "/dashboard/settings/subscription", element: <SubscriptionScreen /> }];
const free = { active: false, subscription: null, plan: null, usage: [] };

const subscribed = (subscription: object = {}, plan: object = {}) => ({
  active: true,
  subscription: {
    status: "active",
    billingFrequency: "monthly",
    currentPeriodStart: "2026-11-05T12:00:00Z",
    currentPeriodEnd: "2026-12-05T12:00:00Z",
    cancelAtPeriodEnd: false,
    endDate: null,
    accessUntil: "2026-12-05T12:00:00Z",
    trialEnd: null,
    processor: "stripe",
    ...subscription,
  },
  plan: { id: 2, name: "Growth", features: ["3 websites", "Priority support"], ...plan },
  usage: [],
});

async function open(...answers: (object | null)[]) {
  const asked = { times: 0 };
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/subscriptions/my-subscription", () => {
      const answer = answers[Math.min(asked.times, answers.length - 1)];
      asked.times += 1;
      return answer ? HttpResponse.json(answer) : HttpResponse.json({ message: "Down for a moment." }, { status: 503 });
    }),
  );
  const view = renderRoutes(routes, "/dashboard/settings/subscription");
  await screen.findByText(/^(Active|Inactive|Your subscription could not be loaded)$/, undefined, { timeout: 3000 });
  return { ...view, asked };
}

const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const plan = () => screen.getByRole("heading", { level: 2, name: /./ }).textContent;

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("Settings / Subscription", () => {
  it("is Basic Plan, inactive, with an upgrade when there is none", async () => {
    await open(free);
    expect(plan()).toBe("Basic Plan");
    expect(screen.getByText("Inactive")).toBeTruthy();
    expect(link("Upgrade")).toBe("/pricing");
    expect(screen.queryByRole("link", { name: "Cancel Subscription" })).toBeNull();
  });

  it("names plan, billing frequency, period and features", async () => {
    await open(subscribed());
    expect(plan()).toBe("Growth (Monthly)");
    expect(screen.getByText("Active")).toBeTruthy();
    expect(screen.getByText("November 5, 2026 to December 5, 2026")).toBeTruthy();
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["3 websites", "Priority support"]);
  });

  it("reads features from JSON text", async () => {
    await open(subscribed({}, { features: '["5 websites"]' }));
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["5 websites"]);
  });

  it("has a default list of features", async () => {
    await open(subscribed({}, { features: null }));
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Basic landing page features", "No custom domain registration", "Limited analytics"]);
  });

  it("leads to the plans for a change and for the end", async () => {
    await open(subscribed());
    expect(link("Change Plan")).toBe("/pricing");
    expect(link("Cancel Subscription")).toBe("/pricing?intent=cancel");
  });

  it("is inactive while a payment is overdue", async () => {
    await open({ ...subscribed({ status: "past_due" }), active: false });
    expect(screen.getByText("Inactive")).toBeTruthy();
  });

  it("tells when a cancelled subscription ends", async () => {
    await open(subscribed({ cancelAtPeriodEnd: true }));
    expect(screen.getByText("Ends on December 5, 2026")).toBeTruthy();
  });

  it("shows what is in use of each counted limit", async () => {
    await open({ ...free, usage: [{ feature: "brands.max", used: 1, limit: 1 }, { feature: "materials.max", used: 4, limit: null }, { feature: "unheard.of", used: 1, limit: 1 }] });
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Brands1 of 1", "Materials4, no limit"]);
  });

  it("asks a second time before it gives up", async () => {
    const { asked } = await open(null, subscribed());
    expect(plan()).toBe("Growth (Monthly)");
    expect(asked.times).toBe(2);
  });

  it("says that it could not be loaded, and tries again on request", async () => {
    const { user, asked } = await open(null, null, free);
    expect(asked.times).toBe(2);
    expect(screen.getByText("Down for a moment.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Inactive")).toBeTruthy();
  });
});
