import { CheckCheck } from "lucide-react";

import type { ApprovalRecordOut } from "@/api/generated";
import { created, statusIn } from "@/components/common";
import { define, type InputSpec } from "@/components/definition";
import { atMoment } from "@/components/format";

const waiting = ({ status }: ApprovalRecordOut) => status === "waiting";
const isOthers = (record: ApprovalRecordOut, me: unknown) => waiting(record) && record.requestedBy !== me;
const isOwn = (record: ApprovalRecordOut, me: unknown) => waiting(record) && record.requestedBy === me;
const asked = ({ what, requestedByName, requestedByEmail, reason }: ApprovalRecordOut) =>
  `${what}. Asked for by ${requestedByName} (${requestedByEmail}): “${reason}”.`;
const CODE: InputSpec = {
  source: "code",
  label: "Code of your authenticator",
  required: "Enter the code of your authenticator app",
  helperText:
    "A fresh one: a code that was used already does not count. Of the app you set up when you joined the console.",
};

export const approvals = define<ApprovalRecordOut>({
  name: "approvals",
  label: "Approvals",
  singular: "Approval",
  icon: CheckCheck,
  empty: "What needs a second admin waits here: letting admins in, deleting workspaces, merging accounts.",
  title: ({ what }) => what,
  search: "Search by subject or reason",
  problem: (record) =>
    waiting(record) ? `Waits for a second admin until ${atMoment(record.expiresAt)}. ${asked(record)}` : null,
  columns: [
    { source: "what", label: "What" },
    { source: "status", kind: "status", sortable: true },
    { source: "requestedByName", label: "Requested by" },
    { source: "reason" },
    { source: "expiresAt", label: "Expires", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [statusIn("waiting", "approved", "rejected", "expired", "withdrawn")],
  sections: [
    {
      title: "Decision",
      fields: [
        { source: "requestedByEmail", label: "Requested from" },
        { source: "decidedByName", label: "Decided by" },
        { source: "decidedAt", label: "Decided", kind: "date" },
        { source: "decisionReason", label: "Why", kind: "lines" },
        { source: "target", kind: "id" },
      ],
    },
  ],
  actions: [
    {
      name: "approve",
      label: "Approve",
      explain: (record) =>
        `${asked(record)} It happens at once. Ask them in person if you did not expect it. Whoever asked, and admins they let in or who let them in, cannot approve it.`,
      params: [CODE],
      carries: ({ seal }) => ({ seal: seal ?? "" }),
      when: isOthers,
      danger: true,
      done: "Approved and carried out. All admins are told by mail.",
    },
    {
      name: "reject",
      label: "Refuse",
      explain: (record) => `${asked(record)} Nothing happens; all admins see your reason.`,
      when: isOthers,
      done: "Refused. All admins are told by mail.",
    },
    {
      name: "withdraw",
      label: "Withdraw",
      explain: ({ what }) =>
        `You asked for this: ${what}. Nobody can approve it any more; all admins see your reason. You can ask again at any time.`,
      when: isOwn,
      done: "Withdrawn. All admins are told by mail.",
    },
  ],
});
