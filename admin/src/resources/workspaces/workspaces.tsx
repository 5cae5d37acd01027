import { Building2 } from "lucide-react";
import { useRecordContext } from "react-admin";

import type { WorkspaceRecordOut } from "@/api/generated";
import { addNote, created, inDays, notesTab, since, until, yesNo } from "@/components/common";
import { define, HISTORY } from "@/components/definition";
import { Impersonate } from "@/components/Impersonate";

import { LIMITS } from "./limits";

const SUBSCRIBED = ["active", "trialing", "past_due", "canceled", "unpaid", "expired"];

export const workspaces = define<WorkspaceRecordOut>({
  name: "workspaces",
  label: "Workspaces",
  singular: "Workspace",
  icon: Building2,
  empty: "A workspace appears here as soon as somebody signs up.",
  title: ({ name, ownerEmail, id }) => name || ownerEmail || id,
  search: "Search by name, owner or website",
  columns: [
    { source: "name", sortable: true },
    { source: "ownerEmail", label: "Owner", link: { to: "users", idSource: "ownerId" }, sortable: true },
    { source: "planName", label: "Plan", link: { to: "plans", idSource: "planId" }, none: "Free", sortable: true },
    { source: "subscriptionStatus", label: "Subscription", kind: "status", sortable: true },
    { source: "brandCount", label: "Brands", kind: "number", sortable: true },
    { source: "lastRunAt", label: "Last run", kind: "date", sortable: true },
    { source: "answersThisMonth", label: "Answers, month", kind: "number", sortable: true },
    { source: "mrr", label: "MRR", kind: "money", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [
    { source: "planId", label: "Plan", kind: "reference", to: "plans" },
    { source: "status", label: "Subscription", kind: "choice", choices: SUBSCRIBED },
    yesNo("hasErrors", "Has failed runs"),
    yesNo("noFirstRun", "Never ran"),
    yesNo("paused", "Paused"),
    yesNo("deleted", "Deleted"),
    since,
    until,
  ],
  sections: [
    {
      title: "Plan and state",
      fields: [
        { source: "billingFrequency", label: "Billed" },
        { source: "processor" },
        { source: "accessUntil", label: "Access until", kind: "date" },
        { source: "memberCount", label: "Members", kind: "number" },
        { source: "lastRunStatus", label: "Last run ended", kind: "status" },
        { source: "costThisMonth", label: "Cost, month", kind: "money" },
        { source: "timeZone" },
        { source: "pausedAt", label: "Paused", kind: "date" },
        { source: "deletedAt", label: "Deleted", kind: "date" },
      ],
    },
  ],
  tabs: [notesTab],
  related: [
    { label: "Subscriptions", resource: "subscriptions", target: "workspaceId", group: "Billing" },
    { label: "Payments", resource: "payments", target: "workspaceId", group: "Billing" },
    { label: "Limits", resource: "limit-overrides", target: "workspaceId", group: "Billing" },
    { label: "Costs", resource: "costs", target: "workspaceId", group: "Billing" },
    { label: "Runs", resource: "runs", target: "workspaceId", group: "Measuring" },
    { label: "Brands", resource: "brands", target: "workspaceId", group: "Measuring" },
    { label: "Jobs", resource: "jobs", target: "workspaceId", group: "Measuring" },
    { label: "Members", resource: "members", target: "workspaceId", group: "People" },
    { label: "Invitations", resource: "invitations", target: "workspaceId", group: "People" },
    { label: "Keys", resource: "api-keys", target: "workspaceId", group: "People" },
    { label: "Support", resource: "support-requests", target: "workspaceId", group: "People" },
    { label: "Reports", resource: "reports", target: "workspaceId", group: "Outputs" },
    { label: "Links", resource: "share-links", target: "workspaceId", group: "Outputs" },
    { label: "Webhooks", resource: "webhooks", target: "workspaceId", group: "Outputs" },
    { label: "Mails", resource: "mail-log", target: "workspaceId", group: "Outputs" },
    { label: "Exports", resource: "workspace-exports", target: "workspaceId", group: "Outputs" },
    { label: "Log", resource: "audit-log", target: "workspaceId", group: HISTORY },
  ],
  actions: [
    {
      name: "grant",
      label: "Grant a plan",
      explain:
        "Gives the workspace a plan by hand until the moment you choose, without a payment. The customer sees it at once.",
      params: [
        { source: "planId", label: "Plan", kind: "reference", to: "plans", required: true },
        { source: "until", label: "Until", kind: "moment", initial: inDays(30), required: true },
      ],
      done: "The plan is granted.",
    },
    addNote,
    {
      name: "override-limit",
      label: "Override a limit",
      explain: "Lifts or lowers one limit of the plan for this workspace until the moment you choose.",
      params: [
        { source: "feature", label: "Limit", kind: "choice", choices: LIMITS, required: true },
        {
          source: "value",
          kind: "number",
          least: 0,
          most: 1_000_000,
          nullable: true,
          helperText: "Empty means unlimited",
        },
        { source: "expiresAt", label: "Until", kind: "moment", initial: inDays(30), required: true },
      ],
      done: "The limit is overridden.",
    },
    {
      name: "remove-override",
      label: "Remove an override",
      explain: "The plan's own limit holds again.",
      params: [{ source: "feature", label: "Limit", kind: "choice", choices: LIMITS, required: true }],
      done: "The plan's limit holds again.",
    },
    {
      name: "pause",
      label: "Pause",
      explain: "Stops runs and schedules of this workspace; everything can still be read.",
      when: ({ pausedAt }) => !pausedAt,
      danger: true,
      done: "Paused.",
    },
    {
      name: "unpause",
      label: "Unpause",
      explain: "Lets runs and schedules go on.",
      when: ({ pausedAt }) => Boolean(pausedAt),
      done: "Running again.",
    },
    {
      name: "export",
      label: "Export data",
      explain:
        "Collects everything this customer has, as their own export would. It is listed under “Exports” when it is ready.",
      done: "The export is queued.",
    },
    {
      name: "delete",
      label: "Delete",
      explain:
        "Asks for the deletion of this workspace and everything in it. A second admin has to approve it within three days.",
      danger: true,
      done: "Deleted.",
    },
  ],
  extras: OpenAs,
});

function OpenAs() {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Impersonate
      known={{ workspaceId: record.id }}
      asked={[
        {
          source: "userId",
          label: "Member",
          kind: "reference",
          to: "users",
          narrow: () => ({ workspaceId: record.id }),
          required: true,
        },
      ]}
    />
  );
}
