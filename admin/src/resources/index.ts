import type { AnyDefinition } from "@/components/definition";

import { answers } from "./analytics/answers";
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
import { findings } from "./findings/findings";
import { mailLog } from "./messaging/mail-log";
import { notifications } from "./messaging/notifications";
import { outgoingMessages } from "./messaging/outgoing-messages";
import { schedules } from "./messaging/schedules";
import { webhooks } from "./messaging/webhooks";
import { approvals } from "./operators/approvals";
import { auditLog } from "./operators/audit-log";
import { featureFlags } from "./operators/feature-flags";
import { impersonations } from "./operators/impersonations";
import { jobs } from "./operators/jobs";
import { staff } from "./operators/staff";
import { staffRoles } from "./operators/staff-roles";
import { users } from "./operators/users";
import { exports } from "./publishing/exports";
import { reports } from "./publishing/reports";
import { shareLinks } from "./publishing/share-links";
import { workspaceExports } from "./publishing/workspace-exports";
import { runs } from "./runs/runs";
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
