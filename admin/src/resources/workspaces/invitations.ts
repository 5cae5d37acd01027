import { MailPlus } from "lucide-react";

import type { InvitationRecordOut } from "@/api/generated";
import { created, ofWorkspace, workspace } from "@/components/common";
import { define } from "@/components/definition";

const waiting = ({ state }: InvitationRecordOut) => state === "open" || state === "expired";

export const invitations = define<InvitationRecordOut>({
  name: "invitations",
  label: "Invitations",
  singular: "Invitation",
  icon: MailPlus,
  empty: "Invitations appear here when an owner or admin asks somebody into their workspace.",
  title: ({ email, workspaceName }) => `${email} to ${workspaceName}`,
  search: "Search by e-mail",
  columns: [
    { source: "email", label: "E-mail", sortable: true },
    workspace,
    { source: "role" },
    { source: "state", kind: "status", sortable: true },
    { source: "sentAt", label: "Sent", kind: "date", sortable: true },
    { source: "expiresAt", label: "Ends", kind: "date", sortable: true },
    { source: "invitedByEmail", label: "Invited by" },
    { ...created, sortable: true },
  ],
  filters: [{ source: "state", kind: "choice", choices: ["open", "accepted", "revoked", "expired"] }, ofWorkspace],
  actions: [
    {
      name: "resend",
      label: "Resend",
      explain: "Sends the invitation again with a fresh link.",
      when: waiting,
      done: "The mail is on its way.",
    },
    {
      name: "revoke",
      label: "Revoke",
      explain: "The link of this invitation stops working.",
      when: waiting,
      danger: true,
      bulk: true,
      done: "Revoked.",
    },
  ],
});
