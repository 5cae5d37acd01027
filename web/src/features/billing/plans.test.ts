import { describe, expect, it } from "vitest";

import { fallbackPlans, subscription } from "@/lib/messages/billing";

import type { MySubscription, Plan } from "./api";
import { decideChoice, featuresOf, isActive, monthlyPrice, switchEstimate, yearlyCharge, yearlySaving } from "./plans";

const [pro] = fallbackPlans as [Plan];
const period = {
  billingFrequency: "yearly",
  currentPeriodStart: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  endDate: null,
  accessUntil: null,
  trialEnd: null,
  processor: "stripe",
} as const;
const mine = (active: boolean, status: NonNullable<MySubscription["subscription"]>["status"]): MySubscription => ({
  active,
  subscription: { status, ...period },
  plan: { id: 1, name: "Pro", features: [] },
  usage: [],
});

describe("prices", () => {
  it("are printed as the price list has them", () => {
    expect(
      fallbackPlans.map((plan) => [monthlyPrice(plan, "monthly"), monthlyPrice(plan, "yearly"), yearlyCharge(plan)]),
    ).toEqual([
      ["$20", "$16", "$192"],
      ["$49", "$39", "$468"],
      ["$99", "$79", "$948"],
    ]);
  });

  it("keep their cents", () => {
    expect(yearlyCharge({ ...pro, yearlyPerMonth: "16.10" })).toBe("$193.20");
  });

  it("promise no larger saving than every plan gives", () => {
    expect(yearlySaving(fallbackPlans)).toBe(20);
    expect(yearlySaving([{ ...pro, price: "0.00", yearlyPerMonth: "0.00" }])).toBe(0);
  });
});

describe("an active subscription", () => {
  it.each([
    [true, "active", true],
    [true, "trialing", false],
    [false, "active", false],
    [false, "canceled", false],
  ] as const)("with active=%s and status %s: %s", (active, status, expected) => {
    expect(isActive(mine(active, status))).toBe(expected);
  });
});

describe("plan features", () => {
  it.each([
    ["a list", ["3 websites"], ["3 websites"]],
    ["the JSON text of a list", '["3 websites","Priority support"]', ["3 websites", "Priority support"]],
    ["text that is no JSON", "3 websites", subscription.defaultFeatures],
    ["JSON that is no list", '{"a":1}', subscription.defaultFeatures],
    ["an empty list", [], subscription.defaultFeatures],
    ["nothing", null, subscription.defaultFeatures],
  ])("from %s", (_what, features, expected) => {
    expect(featuresOf(features, subscription.defaultFeatures)).toEqual(expected);
  });
});

describe("the upgrade rules", () => {
  it.each([
    ["nobody is signed in", false, 0, 1, "login"],
    ["the plan is the current one", true, 2, 2, "subscribed"],
    ["the plan is below the current one", true, 2, 1, "support"],
    ["the plan is above the current one", true, 2, 3, "checkout"],
    ["there is no plan yet", true, 0, 1, "checkout"],
  ] as const)("when %s", (_when, signedIn, currentId, planId, expected) => {
    expect(decideChoice(signedIn, currentId, planId)).toBe(expected);
  });
});

describe("the estimate of another billing period", () => {
  const of = (billingFrequency: "monthly" | "yearly", from: string, to: string) =>
    ({ ...period, status: "active", billingFrequency, currentPeriodStart: from, currentPeriodEnd: to }) as const;

  it("credits the unused half of a month against a year", () => {
    const estimate = switchEstimate(
      pro,
      of("monthly", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
      "yearly",
      Date.parse("2026-11-16T00:00:00Z"),
    );
    expect(estimate).toEqual({ credit: 10, due: 182, kept: 0 });
  });

  it("keeps what a year has left over as credit", () => {
    const estimate = switchEstimate(
      pro,
      of("yearly", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
      "monthly",
      Date.parse("2026-01-01T00:00:00Z"),
    );
    expect(estimate).toEqual({ credit: 192, due: 0, kept: 172 });
  });

  it("needs a period", () => {
    expect(switchEstimate(pro, { ...period, status: "active" }, "monthly", 0)).toBeNull();
  });
});
