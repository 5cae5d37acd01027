import { act, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Role } from "@/api/session";
import { hardNavigate } from "@/lib/browser";
import { useAuth } from "@/lib/auth";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { PaymentNotice } from "./payment-notice";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

const GRACE_ENDS = "2026-12-28T12:00:00Z";
const grace = "Growth stays open until December 28, 2026. Update the payment method before then and nothing changes.";
const routes = [{ path: "/dashboard", element: <Page /> }];

function Page() {
  return (
    <>
      <h1>{useAuth().businessInfo?.businessName}</h1>
      <PaymentNotice />
    </>
  );
}

async function open(plan: object | null, role: Role = "owner") {
  const whole = plan && {
    id: 2,
    name: "Growth",
    billingFrequency: "monthly",
    active: false,
    accessUntil: GRACE_ENDS,
    ...plan,
  };
  server.use(
    http.get("/api/user", () =>
      HttpResponse.json({ ...aUser(), workspaces: aUser().workspaces.map((workspace) => ({ ...workspace, role })) }),
    ),
    http.get("/api/business-info", () => HttpResponse.json({ ...aBusiness(), plan: whole })),
    http.get("/api/v1/members", () =>
      HttpResponse.json({
        data: [{ userId: "u1", firstName: "Nora", lastName: "Field", role: "owner", paused: false }],
      }),
    ),
  );
  renderRoutes(routes, "/dashboard");
  await screen.findByRole("heading", { name: "Harrow & Pike" });
}

describe("the notice of a missing payment", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-12-22T12:00:00Z") });
    vi.spyOn(console, "info").mockImplementation(() => undefined);
  });
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["nothing was bought", null],
    ["everything is paid", { status: "active", active: true }],
    ["a trial runs", { status: "trialing" }],
  ])("is absent while %s", async (_when, plan) => {
    await open(plan);
    expect(screen.queryByRole("button", { name: "Update payment method" })).toBeNull();
    expect(screen.queryByText(/payment/i)).toBeNull();
  });

  it("says until when the plan stays open", async () => {
    await open({ status: "past_due" });
    expect(screen.getByText("Your last payment failed")).toBeTruthy();
    expect(screen.getByText(grace)).toBeTruthy();
  });

  it("turns by itself when the grace is over", async () => {
    await open({ status: "past_due" });
    await act(() => vi.advanceTimersByTimeAsync(6 * 86_400_000 + 1_000));
    expect(screen.queryByText("Your last payment failed")).toBeNull();
    expect(screen.getByText("Your plan is paused because a payment is missing")).toBeTruthy();
  });

  it("turns when a computer wakes up after the end of the grace", async () => {
    await open({ status: "past_due" });
    vi.setSystemTime(new Date("2026-12-29T08:00:00Z"));
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(screen.getByText("Your plan is paused because a payment is missing")).toBeTruthy();
  });

  it.each([
    ["unpaid", GRACE_ENDS.replace("28", "20")],
    ["past_due", GRACE_ENDS.replace("28", "20")],
  ])("says that the features are closed when it is %s and the grace is over", async (status, accessUntil) => {
    await open({ status, accessUntil });
    expect(screen.getByText(/^The features of Growth are closed until the open bill is paid\./)).toBeTruthy();
  });

  it("leads who pays to the page for the payment method", async () => {
    const flows: unknown[] = [];
    server.use(
      http.post("/api/v1/subscriptions/portal", async ({ request }) => {
        flows.push(await request.json());
        return HttpResponse.json({ url: "https://pay.example/method" });
      }),
    );
    await open({ status: "past_due" });
    act(() => screen.getByRole("button", { name: "Update payment method" }).click());
    await vi.waitFor(() => expect(vi.mocked(hardNavigate).mock.calls[0]?.[0]).toBe("https://pay.example/method"));
    expect(flows).toEqual([{ flow: "payment_method" }]);
  });

  it("tells other members whom to ask", async () => {
    await open({ status: "past_due" }, "viewer");
    expect(await screen.findByText("Ask Nora Field to change the plan")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Update payment method" })).toBeNull();
  });
});
