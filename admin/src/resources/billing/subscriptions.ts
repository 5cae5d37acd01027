import { CreditCard } from "lucide-react";

import type { SubscriptionRecordOut } from "@/api/generated";
import { created, ofWorkspace, statusIn, workspace, yesNo } from "@/components/common";
import { define, type InputSpec } from "@/components/definition";

import { at } from "./stripe";

const atStripe = ({ processor }: SubscriptionRecordOut) => processor === "stripe";
const PLAN: InputSpec[] = [
  { source: "planId", label: "New plan", kind: "reference", to: "plans", required: true },
  {
    source: "billingFrequency",
    label: "Billed",
    kind: "choice",
    choices: ["monthly", "yearly"],
    helperText: "Empty keeps it as it is",
  },
  { source: "prorate", label: "Charge or credit the difference now", kind: "boolean", initial: false },
];
const live = ({ status }: SubscriptionRecordOut) => status !== "expired";

export const subscriptions = define<SubscriptionRecordOut>({
  name: "subscriptions",
  label: "Subscriptions",
  singular: "Subscription",
  icon: CreditCard,
  empty: "Subscriptions appear here when a customer chooses a plan or you grant one.",
  title: ({ planName, workspaceName }) => `${planName} of ${workspaceName}`,
  search: "Search by workspace or id at Stripe",
  columns: [
    { source: "planName", label: "Plan", sortable: true },
    workspace,
    { source: "status", kind: "status", sortable: true },
    { source: "billingFrequency", label: "Billed" },
    { source: "processor" },
    { source: "currentPeriodEnd", label: "Period ends", kind: "date", sortable: true },
    { source: "cancelAtPeriodEnd", label: "Ends then", kind: "boolean" },
    { ...created, sortable: true },
  ],
  filters: [
    statusIn("active", "trialing", "past_due", "canceled", "unpaid", "expired"),
    { source: "processor", kind: "choice", choices: ["stripe", "manual"] },
    { source: "planId", label: "Plan", kind: "reference", to: "plans" },
    yesNo("cancelAtPeriodEnd", "Ends with the period"),
    ofWorkspace,
  ],
  sections: [
    {
      title: "Dates",
      fields: [
        { source: "startDate", label: "Began", kind: "date" },
        { source: "endDate", label: "Ends", kind: "date" },
        { source: "currentPeriodStart", label: "Period began", kind: "date" },
        { source: "accessUntil", label: "Access until", kind: "date" },
        { source: "userEmail", label: "Chosen by", link: { to: "users", idSource: "userId" } },
        { source: "processorSubscriptionId", label: "At Stripe", kind: "id", href: ({ processorUrl }) => processorUrl },
        {
          source: "processorCustomerId",
          label: "Customer at Stripe",
          kind: "id",
          href: ({ processorCustomerId: id }) => at("customers", id),
        },
        { source: "updatedAt", label: "Changed", kind: "date" },
      ],
    },
  ],
  related: [
    { label: "Payments", resource: "payments", target: "subscriptionId" },
    { label: "Events", resource: "subscription-events", target: "subscriptionId" },
  ],
  actions: [
    {
      name: "extend",
      label: "Extend",
      explain: "Gives more days of the plan; nobody is charged.",
      params: [{ source: "days", kind: "number", initial: 30, least: 1, most: 3_660, required: true }],
      when: live,
      done: "Extended.",
    },
    {
      name: "change-plan",
      label: "Change plan",
      explain: "Moves the subscription to another plan, up or down, at once.",
      params: PLAN,
      when: live,
      done: "The plan is changed.",
    },
    {
      name: "resync",
      label: "Resync from Stripe",
      explain: "Reads the subscription from Stripe and corrects ours where they differ.",
      when: atStripe,
      bulk: true,
      done: "Read again from Stripe.",
    },
    {
      name: "resume",
      label: "Resume",
      explain: "Takes back the cancellation at the end of the period.",
      when: ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd,
      done: "Resumed.",
    },
    {
      name: "cancel-at-end",
      label: "Cancel at period end",
      explain: "The customer keeps the plan until the period they paid for ends.",
      when: (record) => live(record) && !record.cancelAtPeriodEnd,
      danger: true,
      done: "It ends with the period.",
    },
    {
      name: "cancel-now",
      label: "Cancel now",
      explain: "The customer loses the plan at once. Refunds are made at Stripe.",
      when: live,
      danger: true,
      done: "Canceled.",
    },
  ],
});
