import { History } from "lucide-react";

import type { SubscriptionEventRecordOut } from "@/api/generated";
import { created, ofWorkspace, since, until, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const subscriptionEvents = define<SubscriptionEventRecordOut>({
  name: "subscription-events",
  label: "Subscription events",
  singular: "Subscription event",
  icon: History,
  empty: "Every change of a subscription appears here, with what it was told.",
  title: ({ eventType, workspaceName }) => `${eventType} of ${workspaceName}`,
  search: "Search by type",
  columns: [{ source: "eventType", label: "Type", sortable: true }, workspace, { ...created, sortable: true }],
  filters: [{ source: "eventType", label: "Type" }, ofWorkspace, since, until],
  sections: [{ title: "Payload", fields: [{ source: "eventData", label: "Data, secrets left out", kind: "json" }] }],
  form: {
    create: true,
    inputs: [
      { source: "subscriptionId", label: "Subscription", kind: "reference", to: "subscriptions", required: true },
      { source: "eventType", label: "Type", required: "Event type is required" },
    ],
  },
});
