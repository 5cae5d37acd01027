import type { AnyDefinition } from "@/components/definition";

import { limitOverrides } from "./billing/limit-overrides";
import { margins } from "./billing/margins";
import { payments } from "./billing/payments";
import { planFeatures } from "./billing/plan-features";
import { plans } from "./billing/plans";
import { subscriptionEvents } from "./billing/subscription-events";
import { subscriptions } from "./billing/subscriptions";
import { webhookDeliveries } from "./billing/webhook-deliveries";
import { brands } from "./brands/brands";
import { categoryGaps } from "./brands/category-gaps";
import { costs } from "./engines/costs";
import { engineTests } from "./engines/engine-tests";
import { engines } from "./engines/engines";
import { approvals } from "./operators/approvals";
import { auditLog } from "./operators/audit-log";
import { featureFlags } from "./operators/feature-flags";
import { impersonations } from "./operators/impersonations";
import { jobs } from "./operators/jobs";
import { staff } from "./operators/staff";
import { staffRoles } from "./operators/staff-roles";
import { users } from "./operators/users";
import { exports } from "./outputs/exports";
import { mailLog } from "./outputs/mail-log";
import { notifications } from "./outputs/notifications";
import { outgoingMessages } from "./outputs/outgoing-messages";
import { reports } from "./outputs/reports";
import { schedules } from "./outputs/schedules";
import { shareLinks } from "./outputs/share-links";
import { webhooks } from "./outputs/webhooks";
import { workspaceExports } from "./outputs/workspace-exports";
import { answers } from "./visibility/answers";
import { findings } from "./visibility/findings";
import { runs } from "./visibility/runs";
import { apiKeys } from "./workspaces/api-keys";
import { invitations } from "./workspaces/invitations";
import { members } from "./workspaces/members";
import { supportRequests } from "./workspaces/support-requests";
import { workspaces } from "./workspaces/workspaces";

const GROUPS: { title: string; definitions: AnyDefinition[] }[] = [
  { title: "Customers", definitions: [workspaces, users, members, invitations, apiKeys, supportRequests] },
  { title: "Measurement", definitions: [brands, runs, answers, findings, categoryGaps] },
  {
    title: "Money",
    definitions: [
      subscriptions,
      payments,
      subscriptionEvents,
      webhookDeliveries,
      limitOverrides,
      plans,
      planFeatures,
      margins,
    ],
  },
  {
    title: "Sent and shared",
    definitions: [mailLog, notifications, schedules, webhooks, outgoingMessages, shareLinks, reports, exports],
  },
  { title: "Operation", definitions: [jobs, engines, engineTests, costs, featureFlags] },
  { title: "Control", definitions: [auditLog, approvals, impersonations, workspaceExports, staff, staffRoles] },
];

/** Every resource of the console, and the groups its menu shows them in. */
export const DEFINITIONS: AnyDefinition[] = GROUPS.flatMap(({ definitions }) => definitions);
export const MENU = GROUPS.map(({ title, definitions }) => ({ title, definitions }));
