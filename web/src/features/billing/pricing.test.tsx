import { screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { hardNavigate } from "@/lib/browser";
import { fallbackPlans } from "@/lib/messages/billing";
import { anUnpaidPlan } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { answerCheckout, card, choose, growth, open, routes } from "./pricing-scene";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

beforeEach(() => {
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  vi.mocked(hardNavigate).mockReset();
  server.use(http.get("/api/subscriptions/plans", () => HttpResponse.json(fallbackPlans)));
});

describe("the price list", () => {
  it("starts with annual prices and prints the yearly charge", async () => {
    await open();
    expect(screen.getByRole("radio", { name: /Annual/ }).getAttribute("aria-checked")).toBe("true");
    expect(card("Pro").getByText("$16")).toBeTruthy();
    expect(card("Pro").getByText("billed annually, $192")).toBeTruthy();
  });

  it("turns to monthly prices and keeps that in the address", async () => {
    const { user, where } = await open();
    await user.click(screen.getByRole("radio", { name: "Monthly" }));
    expect(card("Growth").getByText("$49")).toBeTruthy();
    expect(where()).toBe("/pricing?billing=monthly");
  });

  it("recommends Growth only", async () => {
    await open();
    expect(screen.getAllByText("RECOMMENDED")).toHaveLength(1);
    expect(card("Growth").getByText("RECOMMENDED")).toBeTruthy();
  });

  it("shows what the server sells", async () => {
    server.use(
      http.get("/api/subscriptions/plans", () =>
        HttpResponse.json(fallbackPlans.map((plan) => ({ ...plan, yearlyPerMonth: "12.50" }))),
      ),
    );
    await open();
    expect(card("Scale").getByText("$12.50")).toBeTruthy();
    expect(card("Scale").getByText("billed annually, $150")).toBeTruthy();
  });

  it("stands without the server", async () => {
    server.use(http.get("/api/subscriptions/plans", () => HttpResponse.json({ message: "down" }, { status: 503 })));
    await open({ mine: null });
    expect(card("Scale").getByText("$79")).toBeTruthy();
  });

  it("names the current plan with its billing period", async () => {
    await open({ mine: growth });
    expect(screen.getByText("Your current plan: Growth (Annual)")).toBeTruthy();
  });

  it("asks for no subscription on behalf of a visitor", async () => {
    const asked = vi.fn();
    server.events.on("request:start", ({ request }) => asked(new URL(request.url).pathname));
    await open({ mine: null });
    server.events.removeAllListeners();
    expect(asked).toHaveBeenCalledWith("/api/user");
    expect(asked).not.toHaveBeenCalledWith("/api/subscriptions/my-subscription");
  });
});

describe("choosing a plan", () => {
  it("asks a visitor to log in, and remembers where", async () => {
    const { user } = await open({ mine: null, at: "/pricing?reason=team" });
    await user.click(choose("Pro"));
    expect(await screen.findByText("Login Required")).toBeTruthy();
    expect(screen.getByText("Please log in to subscribe to a plan.")).toBeTruthy();
    const links = screen.getAllByRole("link", { name: "Sign in" }).map((link) => link.getAttribute("href"));
    expect(links).toEqual(Array(2).fill("/auth?next=%2Fpricing%3Freason%3Dteam"));
  });

  it("tells that the current plan is already there", async () => {
    const { user } = await open({ mine: growth });
    expect(choose("Growth").textContent).toBe("Current plan");
    await user.click(choose("Growth"));
    expect(await screen.findByText("You are already subscribed to this plan.")).toBeTruthy();
  });

  it("sends a downgrade to support", async () => {
    const { user } = await open({ mine: growth });
    expect(choose("Pro").textContent).toBe("Contact Support");
    await user.click(choose("Pro"));
    expect(await screen.findByText("Please contact support to downgrade your subscription.")).toBeTruthy();
  });

  it("prepares the checkout and goes to its address", async () => {
    const bodies = answerCheckout(async () => {
      await delay(60);
      return HttpResponse.json({ checkoutUrl: "https://pay.example/cs_1" });
    });
    const { user } = await open();
    await user.click(choose("Growth"));
    expect(await screen.findByText("Setting up your subscription upgrade...")).toBeTruthy();
    await user.click(choose("Growth"));
    await waitFor(() => expect(vi.mocked(hardNavigate).mock.calls[0]?.[0]).toBe("https://pay.example/cs_1"));
    const { origin } = window.location;
    expect(bodies).toEqual([
      {
        planId: 2,
        billingFrequency: "yearly",
        successUrl: `${origin}/dashboard/website?success=true`,
        cancelUrl: `${origin}/pricing?canceled=true`,
      },
    ]);
  });

  it("asks for the billing period that is shown", async () => {
    const bodies = answerCheckout(() => HttpResponse.json({ checkoutUrl: "https://pay.example/cs_1" }));
    const { user } = await open({ at: "/pricing?billing=monthly" });
    await user.click(choose("Scale"));
    await waitFor(() => expect(bodies).toMatchObject([{ planId: 3, billingFrequency: "monthly" }]));
  });

  it.each([
    [
      "the server's message",
      () => HttpResponse.json({ message: "Plan is not on sale." }, { status: 409 }),
      "Plan is not on sale. Please try again or contact support.",
    ],
    [
      "no message",
      () => new HttpResponse(null, { status: 404 }),
      "Failed to start checkout process. Please try again. Please try again or contact support.",
    ],
    ["no address", () => HttpResponse.json({}), "Unable to create checkout session. Please try again later."],
    [
      "an address that is none",
      () => HttpResponse.json({ checkoutUrl: "javascript:alert(1)" }),
      "Unable to create checkout session. Please try again later.",
    ],
  ])("fails with %s", async (_what, answer, text) => {
    answerCheckout(answer);
    const { user } = await open();
    await user.click(choose("Pro"));
    expect(await screen.findByText("Checkout Error")).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(hardNavigate).not.toHaveBeenCalled();
    expect(choose("Pro").textContent).toBe("Choose Plan");
  });
});

describe("the comparison", () => {
  it("says of every row what it means", async () => {
    await open();
    const table = await screen.findByRole("table", { name: "Compare plans" });
    const rows = within(table)
      .getAllByRole("rowheader")
      .filter((head) => head.getAttribute("scope") === "row");
    expect(rows.map((head) => /^.{10,110}\.$/.test(head.lastChild?.textContent ?? ""))).toEqual(rows.map(() => true));
    expect(screen.getByText("Questions where answers name a competitor more often than you.")).toBeTruthy();
  });
});

describe("how the reader came here", () => {
  it.each([
    ["team", "Team members"],
    ["brands", "Brands"],
    ["gaps.content", "Content gaps"],
    ["recommendations.all", "Recommendations"],
  ])("reason=%s marks %s in the comparison", async (reason, label) => {
    const { container } = await open({ at: `/pricing?reason=${reason}` });
    const marked = container.querySelectorAll("[data-marked]");
    expect([...marked].map((row) => row.querySelector("th")?.firstChild?.textContent)).toEqual([label]);
  });

  it("promises nothing of a higher plan while an open bill closes the one there is", async () => {
    await open({ mine: growth, at: "/pricing?reason=brands", plan: anUnpaidPlan() });
    await screen.findByText("Your plan is paused because a payment is missing");
    expect(screen.queryByText(/more with a higher plan/)).toBeNull();
  });

  it.each(["nonsense", "constructor"])("reason=%s marks nothing", async (reason) => {
    const { container } = await open({ at: `/pricing?reason=${reason}` });
    expect(container.querySelector("[data-marked]")).toBeNull();
  });

  it("says that a canceled checkout cost nothing", async () => {
    await open({ at: "/pricing?canceled=true" });
    expect(screen.getByText("Nothing was charged and your plan has not changed.")).toBeTruthy();
  });

  const complete = (...answers: object[]) => {
    const asked: unknown[] = [];
    const next = () => answers[Math.min(asked.length, answers.length) - 1] ?? { processed: false, wasUpgrade: false };
    server.use(
      http.post("/api/subscriptions/checkout/complete", async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json(next());
      }),
      http.get("/api/subscriptions/checkout-result", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(next());
      }),
    );
    return asked;
  };

  it("names the plan that a finished checkout brought, tells other tabs and forgets the session", async () => {
    const asked = complete({ processed: true, wasUpgrade: false });
    localStorage.clear();
    const { where } = await open({ at: "/pricing?session_id=cs_1", mine: growth });
    expect(await screen.findByText("You are on Growth")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to dashboard" }).getAttribute("href")).toBe("/dashboard");
    await waitFor(() => expect(where()).toBe("/pricing"));
    expect(asked).toEqual([{ sessionId: "cs_1" }]);
    expect(Number(localStorage.getItem("presence.checkout.completed"))).toBeGreaterThan(0);
  });

  it("asks every two seconds until the payment is confirmed", async () => {
    const asked = complete({ processed: false, wasUpgrade: false }, { processed: true, wasUpgrade: true });
    await open({ at: "/pricing?session_id=cs_1", mine: growth });
    expect(screen.getByText("Confirming your payment")).toBeTruthy();
    expect(await screen.findByText("You are on Growth", undefined, { timeout: 4_000 })).toBeTruthy();
    expect(asked).toEqual([{ sessionId: "cs_1" }, "?session_id=cs_1"]);
  });

  it("sends who came back signed out to sign in, and back here", async () => {
    server.use(http.get("/api/user", () => HttpResponse.json({ message: "Not signed in" }, { status: 401 })));
    const { where } = renderRoutes(routes, "/pricing?session_id=cs_1");
    await waitFor(() => expect(where()).toBe("/auth?next=%2Fpricing%3Fsession_id%3Dcs_1"));
  });
});

describe("ending and keeping a subscription", () => {
  const ending = {
    ...growth,
    subscription: growth.subscription && { ...growth.subscription, cancelAtPeriodEnd: true },
  };

  it("asks for the reason, ends with the period and offers to resume", async () => {
    const reasons: unknown[] = [];
    server.use(
      http.post("/api/subscriptions/cancel", async ({ request }) => {
        reasons.push(await request.json());
        return HttpResponse.json(ending);
      }),
    );
    const { user, where } = await open({ at: "/pricing?intent=cancel", mine: growth });
    server.use(http.get("/api/subscriptions/my-subscription", () => HttpResponse.json(ending)));
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel your subscription?" }));
    expect(dialog.getByText(/^Growth stays open until November 1, 2027\./)).toBeTruthy();
    await user.type(dialog.getByRole("textbox"), "Too many numbers");
    await user.click(dialog.getByRole("button", { name: "Cancel Subscription" }));
    expect(await screen.findByText("Subscription Cancelled")).toBeTruthy();
    expect(screen.getByText("Your subscription will end at the end of the current billing period.")).toBeTruthy();
    expect(await screen.findByText("Ends on November 1, 2027")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Resume" })).toBeTruthy();
    expect([reasons, where()]).toEqual([[{ reason: "Too many numbers" }], "/pricing"]);
  });

  it.each([
    [
      "the server's message",
      () => HttpResponse.json({ message: "You do not have a subscription." }, { status: 409 }),
      "You do not have a subscription.",
    ],
    [
      "its own sentence",
      () => new HttpResponse(null, { status: 404 }),
      "Failed to cancel subscription. Please try again.",
    ],
  ])("fails with %s and changes nothing", async (_what, answer, text) => {
    server.use(http.post("/api/subscriptions/cancel", answer));
    const { user } = await open({ at: "/pricing?intent=cancel", mine: growth });
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Cancel Subscription" }));
    expect(await screen.findByText("Error")).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText("Ends on November 1, 2027")).toBeNull();
  });

  it.each([
    ["past_due", "2099-12-01T12:00:00Z", /^Growth stays open until December 1, 2099\./],
    ["past_due", "2026-11-08T12:00:00Z", /^Growth is closed already because a payment is missing\./],
    ["unpaid", "1970-01-01T00:00:00Z", /^Growth is closed already because a payment is missing\./],
  ] as const)("promises no period that was not paid for: %s until %s", async (status, accessUntil, text) => {
    await open({
      at: "/pricing?intent=cancel",
      mine: { ...growth, active: false, subscription: { ...growth.subscription!, status, accessUntil } },
    });
    expect(within(await screen.findByRole("dialog")).getByText(text)).toBeTruthy();
  });

  it("resumes a cancelled subscription", async () => {
    server.use(http.post("/api/v1/subscriptions/resume", () => HttpResponse.json(growth)));
    const { user } = await open({ mine: ending });
    server.use(http.get("/api/subscriptions/my-subscription", () => HttpResponse.json(growth)));
    await user.click(await screen.findByRole("button", { name: "Resume" }));
    expect(await screen.findByText("Subscription resumed")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Ends on November 1, 2027")).toBeNull());
  });
});

describe("who may choose, and how", () => {
  it("tells a member whom to ask, and offers no button", async () => {
    await open({ mine: growth, role: "editor" });
    expect((await screen.findAllByText("Ask Nora Field to change the plan")).length).toBeGreaterThan(1);
    expect(card("Scale").queryByRole("button")).toBeNull();
  });

  it("lets a Billing member choose", async () => {
    await open({ role: "billing" });
    expect(choose("Pro").textContent).toBe("Choose Plan");
  });

  it("takes a request to support where nothing can be paid online", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/v1/support-requests", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: "r1", topic: "billing", status: "open" }, { status: 201 });
      }),
    );
    const { user } = await open({ online: false });
    expect(await screen.findByText("Online payment is not set up")).toBeTruthy();
    await user.click(choose("Growth"));
    const dialog = within(await screen.findByRole("dialog", { name: "Request Growth" }));
    await user.click(dialog.getByRole("button", { name: "Send request" }));
    expect(await dialog.findByText("r1")).toBeTruthy();
    expect(sent).toEqual([
      {
        topic: "billing",
        message: "Please set up the plan Growth (Annual) for our workspace.",
        planId: 2,
        billingFrequency: "yearly",
        page: window.location.pathname,
      },
    ]);
  });
});

describe("another tab", () => {
  it.each(["presence.subscription.updated", "presence.checkout.completed"])(
    "makes this one ask again through %s",
    async (key) => {
      await open();
      server.use(http.get("/api/subscriptions/my-subscription", () => HttpResponse.json(growth)));
      window.dispatchEvent(new StorageEvent("storage", { key, newValue: "1" }));
      expect(await screen.findByText("Your current plan: Growth (Annual)")).toBeTruthy();
    },
  );
});
