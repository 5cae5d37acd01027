import type { Frequency, MySubscription, Plan, Subscription } from "./api";

export const dollars = (amount: number) =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);

/** The month's price in the chosen billing period. */
export const monthlyPrice = (plan: Plan, frequency: Frequency) =>
  dollars(Number(frequency === "yearly" ? plan.yearlyPerMonth : plan.price));

/** What one year costs when it is billed at once. */
export const yearlyCharge = (plan: Plan) => dollars((12 * Math.round(Number(plan.yearlyPerMonth) * 100)) / 100);

/** Whole percent that annual billing takes off, the smallest of all plans so that it holds for each. */
export function yearlySaving(plans: Plan[]): number {
  const shares = plans
    .filter((plan) => Number(plan.price) > 0)
    .map((plan) => 1 - Number(plan.yearlyPerMonth) / Number(plan.price));
  return shares.length ? Math.floor(100 * Math.min(...shares) + 1e-9) : 0;
}

/** Counts as active only when the answer says so and the status agrees. */
export function isActive(subscription: MySubscription): boolean {
  return subscription.active && subscription.subscription?.status === "active";
}

/** A list, or the JSON text of a list; anything else is the default list. */
export function featuresOf(features: unknown, fallback: readonly string[]): readonly string[] {
  const list = typeof features === "string" ? parsed(features) : features;
  if (!Array.isArray(list)) return fallback;
  const texts = list.filter((item): item is string => typeof item === "string" && item.trim() !== "");
  return texts.length ? texts : fallback;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type Choice = "login" | "subscribed" | "support" | "checkout";

/** The upgrade rules; no subscription is plan 0, which is below every other. */
export function decideChoice(signedIn: boolean, currentId: number, planId: number): Choice {
  if (!signedIn) return "login";
  if (planId === currentId) return "subscribed";
  return currentId > 0 && planId < currentId ? "support" : "checkout";
}

const charge = (plan: Plan, frequency: Frequency) =>
  (frequency === "yearly" ? 12 * Math.round(Number(plan.yearlyPerMonth) * 100) : Math.round(Number(plan.price) * 100)) /
  100;

/** What a whole period costs, as printed: "$49", "$468". */
export const periodPrice = (plan: Plan, frequency: Frequency) => dollars(charge(plan, frequency));

/** When a subscription ends by itself: a date of its own, or its period's. */
export const endOf = (subscription: Subscription) => subscription.endDate ?? subscription.currentPeriodEnd;

/**
 * Until when the plan stays open if it is ended now: a period that was not paid for opens nothing, only the grace does.
 */
export const openUntil = (subscription: Subscription) =>
  subscription.status === "past_due" || subscription.status === "unpaid"
    ? subscription.accessUntil
    : endOf(subscription);

/**
 * About what changing the billing period costs, in dollars at list prices: the unused share of the running
 * period is credited against the first new one. Null without a period to take a share of.
 */
export function switchEstimate(
  plan: Plan,
  subscription: Subscription,
  wanted: Frequency,
  now: number,
): { credit: number; due: number; kept: number } | null {
  const [from, to] = [subscription.currentPeriodStart, subscription.currentPeriodEnd].map((iso) =>
    iso ? Date.parse(iso) : NaN,
  ) as [number, number];
  if (!(to > from)) return null;
  const left = Math.min(1, Math.max(0, (to - now) / (to - from)));
  const credit = Math.round(charge(plan, subscription.billingFrequency) * left * 100) / 100;
  const rest = Math.round((charge(plan, wanted) - credit) * 100) / 100;
  return { credit, due: Math.max(0, rest), kept: Math.max(0, -rest) };
}
