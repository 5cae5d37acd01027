import { CheckCheck } from "lucide-react";

import type { ApprovalRecordOut } from "@/api/generated";
import { created, statusIn } from "@/components/common";
import { define } from "@/components/definition";

const waiting = ({ status }: ApprovalRecordOut) => status === "waiting";

export const approvals = define<ApprovalRecordOut>({
  name: "approvals",
  label: "Approvals",
  singular: "Approval",
  icon: CheckCheck,
  empty: "What needs a second pair of eyes, such as deleting a workspace, waits here.",
  title: ({ action, label }) => `${action} ${label}`,
  search: "Search by subject or reason",
  columns: [
    { source: "label", label: "Subject" },
    { source: "action" },
    { source: "status", kind: "status", sortable: true },
    { source: "requestedByName", label: "Requested by" },
    { source: "reason" },
    { ...created, sortable: true },
  ],
  filters: [statusIn("waiting", "approved", "rejected")],
  sections: [
    {
      title: "Decision",
      fields: [
        { source: "decidedByName", label: "Decided by" },
        { source: "decidedAt", label: "Decided", kind: "date" },
        { source: "decisionReason", label: "Why", kind: "lines" },
        { source: "target", kind: "id" },
      ],
    },
  ],
  actions: [
    { name: "approve", label: "Approve", explain: "Carries out what a colleague asked for. You cannot approve your own request.", when: waiting, danger: true, done: "Approved." },
    { name: "reject", label: "Reject", explain: "Nothing happens; the colleague sees your reason.", when: waiting, done: "Rejected." },
  ],
});
