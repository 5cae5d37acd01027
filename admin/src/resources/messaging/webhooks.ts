import { Send } from "lucide-react";

import type { WebhookRecordOut } from "@/api/generated";
import { created, ofWorkspace, statusIn, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const webhooks = define<WebhookRecordOut>({
  name: "webhooks",
  label: "Webhooks",
  singular: "Webhook",
  icon: Send,
  empty: "Addresses and Slack channels appear here when a customer has the product tell them about events.",
  problem: ({ status, reason }) => (status === "disabled" ? reason || "Switched off after too many failures." : null),
  title: ({ name, url }) => name || url,
  search: "Search by name, address or workspace",
  columns: [
    { source: "name", sortable: true },
    workspace,
    { source: "kind" },
    { source: "status", kind: "status", sortable: true },
    { source: "url", label: "Address" },
    { source: "failedCount", label: "Failed", kind: "number", sortable: true },
    { source: "waitingCount", label: "Waiting", kind: "number", sortable: true },
    { source: "succeededAt", label: "Last success", kind: "date", sortable: true },
    { ...created, hidden: true, sortable: true },
  ],
  filters: [
    statusIn("active", "off", "disabled"),
    { source: "kind", kind: "choice", choices: ["webhook", "slack"] },
    ofWorkspace,
  ],
  sections: [
    {
      title: "Dates",
      fields: [
        { source: "events", kind: "lines" },
        { source: "reason", label: "Why it is off", kind: "lines" },
        { source: "failingSince", kind: "date" },
        { source: "digestAt", label: "Next digest", kind: "date" },
        { source: "createdByEmail", label: "Made by", link: { to: "users", idSource: "createdBy" } },
      ],
    },
  ],
  related: [{ label: "Messages", resource: "outgoing-messages", target: "endpointId" }],
  actions: [
    {
      name: "disable",
      label: "Switch off",
      explain: "Sends nothing there until somebody switches it on again; what waits is kept.",
      when: ({ status }) => status === "active",
      danger: true,
      done: "Switched off.",
    },
    {
      name: "enable",
      label: "Switch on",
      explain: "Sends there again, beginning with what waits.",
      when: ({ status }) => status !== "active",
      done: "Switched on.",
    },
  ],
});
