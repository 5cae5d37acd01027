import { Flag } from "lucide-react";

import type { FlagRecordOut } from "@/api/generated";
import { ofWorkspace, yesNo } from "@/components/common";
import { define } from "@/components/definition";

const WORKSPACE = { ...ofWorkspace, required: "Workspace is required" } as const;
const ON_OFF = { source: "enabled", label: "The feature is", kind: "on-off", required: "Choose on or off" } as const;

export const featureFlags = define<FlagRecordOut>({
  name: "feature-flags",
  label: "Feature flags",
  singular: "Feature flag",
  icon: Flag,
  empty: "Features that can be switched appear here.",
  title: ({ key }) => key,
  search: "Search by key or description",
  sort: { field: "id", order: "ASC" },
  columns: [
    { source: "key", sortable: true },
    { source: "description" },
    { source: "enabled", label: "On", kind: "boolean" },
    { source: "percent", label: "Share (%)", kind: "number", sortable: true },
    { source: "exceptionCount", label: "Exceptions", kind: "number", sortable: true },
    { source: "expiresAt", label: "Until", kind: "date", sortable: true },
    { source: "ownerName", label: "Owner" },
    { source: "changedAt", label: "Changed", kind: "date", sortable: true },
  ],
  filters: [yesNo("enabled", "On")],
  sections: [
    {
      title: "Rules",
      fields: [
        { source: "plans", label: "Plans (none: all)", kind: "json" },
        { source: "exceptions", kind: "json" },
      ],
    },
    {
      title: "Last change",
      fields: [
        { source: "changedByName", label: "By" },
        { source: "reason", kind: "lines" },
      ],
    },
  ],
  actions: [
    {
      name: "toggle",
      label: "Switch",
      explain: "Turns the feature on or off for every workspace without an exception, at once.",
      params: [ON_OFF],
      done: "Switched.",
    },
    {
      name: "add-exception",
      label: "Add exception",
      explain: "Lets one workspace have the feature, or not, whatever holds for the others.",
      params: [
        WORKSPACE,
        ON_OFF,
        { source: "expiresAt", label: "Until", kind: "moment", helperText: "Empty means for good" },
      ],
      done: "The exception holds.",
    },
    {
      name: "remove-exception",
      label: "Remove exception",
      explain: "The workspace has the feature as everybody else.",
      when: ({ exceptionCount }) => exceptionCount > 0,
      params: [WORKSPACE],
      done: "The exception is gone.",
    },
  ],
  form: {
    edit: true,
    inputs: [
      { source: "plans", kind: "references", to: "plans", helperText: "None means every plan" },
      {
        source: "percent",
        label: "Share of workspaces (percent)",
        kind: "number",
        least: 0,
        most: 100,
        required: true,
      },
      {
        source: "expiresAt",
        label: "Until",
        kind: "moment",
        helperText: "From then on the feature is everybody's again",
      },
      { source: "ownerId", label: "Owner", kind: "reference", to: "staff" },
    ],
  },
});
