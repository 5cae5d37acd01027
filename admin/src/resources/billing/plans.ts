import { BadgeDollarSign } from "lucide-react";

import type { PlanRecordOut } from "@/api/generated";
import { created, yesNo } from "@/components/common";
import { define } from "@/components/definition";

import { PlanPreview } from "./PlanPreview";
import { PriceCheck } from "./PriceCheck";

export const plans = define<PlanRecordOut>({
  name: "plans",
  label: "Plans",
  singular: "Plan",
  icon: BadgeDollarSign,
  empty: "Plans appear here once they are created.",
  title: ({ name }) => name,
  sort: { field: "id", order: "ASC" },
  columns: [
    { source: "name", sortable: true },
    { source: "price", kind: "money", sortable: true },
    { source: "billingFrequency", label: "Billed" },
    { source: "isActive", label: "Active", kind: "boolean" },
    { source: "subscriberCount", label: "Subscribers", kind: "number", sortable: true },
    { ...created, sortable: true },
  ],
  search: "Search by name",
  filters: [yesNo("isActive", "Active")],
  sections: [
    {
      title: "Pricing card",
      fields: [
        { source: "description", kind: "lines" },
        { source: "features", kind: "lines" },
      ],
    },
  ],
  tabs: [{ label: "Stripe", content: PriceCheck }],
  related: [
    { label: "Features", resource: "plan-features", target: "planId" },
    { label: "Subscriptions", resource: "subscriptions", target: "planId" },
  ],
  actions: [
    {
      name: "deactivate",
      label: "Deactivate",
      explain: "Nobody can choose this plan any more; those who have it keep it.",
      when: ({ isActive }) => isActive,
      danger: true,
      done: "Deactivated.",
    },
    {
      name: "activate",
      label: "Activate",
      explain: "Customers can choose this plan again.",
      when: ({ isActive }) => !isActive,
      done: "Active again.",
    },
  ],
  form: {
    create: true,
    edit: true,
    inputs: [
      {
        source: "id",
        label: "Number",
        kind: "number",
        required: true,
        least: 1,
        most: 1_000,
        createOnly: true,
        helperText: "Free and never used before; it stays for ever",
      },
      { source: "name", required: "Plan name is required" },
      { source: "description", kind: "long" },
      { source: "price", label: "Price (USD)", kind: "money", required: "Price must be non-negative" },
      { source: "features", label: "Lines of the pricing card", kind: "strings" },
    ],
    preview: PlanPreview,
  },
});
