import { Webhook } from "lucide-react";

import type { WebhookDeliveryRecordOut } from "@/api/generated";
import { ofWorkspace, since, until, workspace } from "@/components/common";
import { define } from "@/components/definition";

import { at } from "./stripe";

const open = ({ state }: WebhookDeliveryRecordOut) => state !== "processed" && state !== "handled";

export const webhookDeliveries = define<WebhookDeliveryRecordOut>({
  name: "webhook-deliveries",
  label: "Webhook deliveries",
  singular: "Webhook delivery",
  icon: Webhook,
  empty: "Events that Stripe sends appear here, with what became of them.",
  live: true,
  problem: ({ state, error }) => (state === "processed" || state === "handled" ? null : error),
  title: ({ eventType, eventId }) => `${eventType} ${eventId}`,
  search: "Search by event id or type",
  columns: [
    { source: "eventId", label: "Event", kind: "id" },
    { source: "eventType", label: "Type" },
    { source: "state", kind: "status", sortable: true },
    workspace,
    { source: "receivedAt", label: "Received", kind: "date", sortable: true },
    { source: "processedAt", label: "Processed", kind: "date", sortable: true },
    { source: "attempts", kind: "number", sortable: true },
    { source: "error" },
  ],
  filters: [
    { source: "state", kind: "choice", choices: ["pending", "processed", "ignored", "unmatched", "failed", "handled"] },
    { source: "eventType", label: "Type" },
    ofWorkspace,
    since,
    until,
  ],
  sections: [
    {
      title: "Dates",
      fields: [
        { source: "happenedAt", label: "Happened at Stripe", kind: "date" },
        { source: "nextAttemptAt", label: "Next attempt", kind: "date" },
        { source: "error", kind: "lines" },
        {
          source: "customerId",
          label: "Customer at Stripe",
          kind: "id",
          href: ({ customerId }) => at("customers", customerId),
        },
      ],
    },
  ],
  actions: [
    {
      name: "replay",
      label: "Replay",
      explain: "Processes this event again. Events already taken into account change nothing.",
      bulk: true,
      done: "Replayed.",
    },
    {
      name: "mark-handled",
      label: "Mark handled",
      explain: "Nobody has to look at this event any more.",
      when: open,
      bulk: true,
      done: "Marked.",
    },
  ],
});
