import { MailCheck } from "lucide-react";

import type { OutgoingMessageRecordOut } from "@/api/generated";
import { created, ofWorkspace, statusIn, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const outgoingMessages = define<OutgoingMessageRecordOut>({
  name: "outgoing-messages",
  label: "Outgoing messages",
  singular: "Outgoing message",
  icon: MailCheck,
  empty: "Every message to a customer's webhook or Slack channel appears here, with each try.",
  live: true,
  problem: ({ status, lastError }) => (status === "delivered" ? null : lastError),
  title: ({ kind, endpointName }) => `${kind} to ${endpointName}`,
  search: "Search by kind, endpoint or workspace",
  columns: [
    { source: "kind", sortable: true },
    { source: "endpointName", label: "To", link: { to: "webhooks", idSource: "endpointId" } },
    workspace,
    { source: "status", kind: "status", sortable: true },
    { source: "attempts", kind: "number", sortable: true },
    { source: "lastStatusCode", label: "Answer", kind: "number", sortable: true },
    { source: "lastError", label: "Last error" },
    { ...created, sortable: true },
  ],
  filters: [statusIn("waiting", "delivered", "failed"), { source: "kind" }, ofWorkspace],
  sections: [
    {
      title: "Dates",
      fields: [
        { source: "messageId", label: "Message", kind: "id" },
        { source: "nextAt", label: "Next try", kind: "date" },
        { source: "deliveredAt", label: "Delivered", kind: "date" },
        { source: "lastTryAt", label: "Last try", kind: "date" },
        { source: "lastDurationMs", label: "Last took (ms)", kind: "number" },
        { source: "tries", kind: "json" },
        { source: "payload", kind: "json" },
      ],
    },
  ],
  actions: [
    {
      name: "resend",
      label: "Send again",
      explain: "Sends the same message under the same id; receivers that have it already can tell.",
      bulk: true,
      done: "It is queued again.",
    },
  ],
});
