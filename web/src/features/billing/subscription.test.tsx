import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Role } from "@/api/session";
import { hardNavigate } from "@/lib/browser";
import { fallbackPlans } from "@/lib/messages/billing";
import { currentToasts } from "@/lib/toast";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { SubscriptionScreen } from "./subscription-screen";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

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

/** What the screen shows beside the plan; a test may set it. */
const around = { brands: [] as object[], invoices: [] as object[], role: "owner" as Role };

async function open(...answers: (object | null)[]) {
  const asked = { times: 0 };
  server.use(
    http.get("/api/user", () =>
      HttpResponse.json({
        ...aUser(),
        workspaces: aUser().workspaces.map((workspace) => ({ ...workspace, role: around.role })),
      }),
    ),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/subscriptions/my-subscription", () => {
      const answer = answers[Math.min(asked.times, answers.length - 1)];
      asked.times += 1;
      return answer ? HttpResponse.json(answer) : HttpResponse.json({ message: "Down for a moment." }, { status: 503 });
    }),
  );
  server.use(
    http.get("/api/v1/meta", () =>
      HttpResponse.json({ features: { onlinePayment: true }, engines: [], maintenance: null }),
    ),
    http.get("/api/v1/members", () =>
      HttpResponse.json({
        data: [{ userId: "u1", firstName: "Nora", lastName: "Field", role: "owner", paused: false }],
      }),
    ),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: around.brands })),
    http.get("/api/v1/subscriptions/invoices", () =>
      HttpResponse.json({ data: around.invoices, page: { nextCursor: null } }),
    ),
  );
  const view = renderRoutes(routes, "/dashboard/settings/subscription");
  await screen.findByText(/^(Active|Inactive|Your subscription could not be loaded)$/, undefined, { timeout: 3000 });
  return { ...view, asked };
}

const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const plan = () => screen.getByRole("heading", { level: 2, name: /Plan|Growth/ }).textContent;

beforeEach(() => {
  Object.assign(around, { brands: [], invoices: [], role: "owner" });
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
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Basic landing page features",
      "No custom domain registration",
      "Limited analytics",
    ]);
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
    await open({
      ...free,
      usage: [
        { feature: "brands.max", used: 1, limit: 1 },
        { feature: "materials.max", used: 4, limit: null },
        { feature: "unheard.of", used: 1, limit: 1 },
      ],
    });
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Brands1 of 1",
      "Materials4, no limit",
    ]);
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

  it("says when the next payment is due", async () => {
    await open(subscribed());
    expect(screen.getByText("Next payment on December 5, 2026")).toBeTruthy();
  });

  it("lists invoices with their amount, state and documents", async () => {
    around.invoices = [
      {
        id: "i1",
        number: "PR-0001",
        date: "2026-11-05T12:00:00Z",
        amount: "49.00",
        currency: "USD",
        status: "paid",
        pageUrl: "https://pay.example/i1",
        pdfUrl: null,
      },
    ];
    await open(subscribed());
    const table = within(await screen.findByRole("table", { name: "Invoices" }));
    expect(table.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      "November 5, 2026",
      "PR-0001",
      "Paid",
      "$49.00",
      "View",
    ]);
    expect(table.getByRole("link", { name: "View invoice PR-0001" }).getAttribute("href")).toBe(
      "https://pay.example/i1",
    );
  });

  it("leads to the confirmation of another billing period", async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get("/api/subscriptions/plans", () => HttpResponse.json(fallbackPlans)),
      http.post("/api/v1/subscriptions/change-frequency", async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ url: "https://pay.example/confirm" });
      }),
    );
    const { user } = await open(subscribed());
    await user.click(screen.getByRole("button", { name: "Switch to annual billing" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Switch to annual billing" }));
    expect(await dialog.findByText("$468 per year")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Continue to confirm" }));
    await waitFor(() => expect(vi.mocked(hardNavigate).mock.calls[0]?.[0]).toBe("https://pay.example/confirm"));
    expect(bodies).toEqual([{ billingFrequency: "yearly" }]);
  });

  it("says what to do when the payment provider does not answer", async () => {
    const silent = "Our payment provider does not answer right now. Nothing was charged.";
    const { user } = await open(subscribed());
    server.use(
      http.post("/api/v1/subscriptions/portal", () => HttpResponse.json({ message: silent }, { status: 503 })),
    );
    await user.click(screen.getByRole("button", { name: "Payment and billing details" }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe(`${silent} Please try again or contact support.`));
  });

  it("names what a smaller plan has paused, and where to choose", async () => {
    around.brands = [
      { id: "b1", name: "Harrow & Pike", status: "active", pauseReason: null },
      { id: "b2", name: "Pike Outdoor", status: "paused", pauseReason: "plan" },
      { id: "b3", name: "Pike Labs", status: "paused", pauseReason: "customer" },
    ];
    await open(free);
    expect(await screen.findByText("Pike Outdoor")).toBeTruthy();
    expect(screen.getByText(/Nothing was deleted/)).toBeTruthy();
    expect(link("Choose brands")).toBe("/dashboard/my-brands");
  });

  it("tells a member whom to ask instead of offering changes", async () => {
    around.role = "viewer";
    await open(subscribed());
    expect(await screen.findByText("Ask Nora Field to change the plan")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Change Plan" })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Invoices" })).toBeNull();
  });
});
