import { Mails } from "lucide-react";

import type { MailRecordOut } from "@/api/generated";
import { created, ofWorkspace, statusIn, user, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const mailLog = define<MailRecordOut>({
  name: "mail-log",
  label: "Mail log",
  singular: "Mail",
  icon: Mails,
  empty: "Every mail the product sends appears here, with what became of it. What it said is not kept.",
  live: true,
  problem: ({ status, error }) => (status === "failed" ? error : null),
  title: ({ subject, template, userEmail }) => `${subject ?? template} to ${userEmail}`,
  search: "Search by subject or address",
  columns: [
    { source: "subject" },
    user,
    { source: "template", sortable: true },
    { source: "status", kind: "status", sortable: true },
    { source: "attempts", kind: "number", sortable: true },
    { source: "error" },
    { source: "sentAt", label: "Sent", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [statusIn("queued", "sending", "sent", "skipped", "failed"), { source: "template" }, ofWorkspace],
  sections: [
    {
      title: "Dates",
      fields: [
        { source: "recipient", label: "Sent to" },
        workspace,
        { source: "subjectId", label: "About", kind: "id" },
      ],
    },
  ],
  actions: [
    {
      name: "resend",
      label: "Send again",
      explain: "Writes and sends the mail again; links in it are made anew.",
      done: "The mail is on its way.",
    },
  ],
});
