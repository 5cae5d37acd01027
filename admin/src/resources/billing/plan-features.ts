import { ListChecks } from "lucide-react";

import type { PlanFeatureRecordOut } from "@/api/generated";
import { created } from "@/components/common";
import { define } from "@/components/definition";

export const planFeatures = define<PlanFeatureRecordOut>({
  name: "plan-features",
  label: "Plan features",
  singular: "Plan feature",
  icon: ListChecks,
  empty: "What a plan allows appears here, a row for each feature.",
  title: ({ featureName, planName }) => `${featureName} of ${planName}`,
  search: "Search by name",
  columns: [
    { source: "featureName", label: "Feature", sortable: true },
    { source: "planName", label: "Plan", link: { to: "plans", idSource: "planId" } },
    { source: "featureValue", label: "Value" },
    { ...created, sortable: true },
  ],
  filters: [{ source: "planId", label: "Plan", kind: "reference", to: "plans" }],
  form: {
    create: true,
    edit: true,
    inputs: [
      { source: "planId", label: "Plan", kind: "reference", to: "plans", required: true, createOnly: true },
      { source: "featureName", label: "Feature", required: "Feature name is required", createOnly: true },
      { source: "featureValue", label: "Value", required: true },
    ],
  },
});
