import { Eye } from "lucide-react";

import type { ImpersonationRecordOut } from "@/api/generated";
import { created, ofWorkspace, user, workspace, yesNo } from "@/components/common";
import { define } from "@/components/definition";

export const impersonations = define<ImpersonationRecordOut>({
  name: "impersonations",
  label: "Impersonations",
  singular: "Impersonation",
  icon: Eye,
  empty: "Every time a colleague opens the product as a customer, it is listed here.",
  title: ({ staffName, userEmail }) => `${staffName} as ${userEmail}`,
  search: "Search by e-mail, ticket or reason",
  columns: [
    { source: "staffName", label: "Staff" },
    user,
    workspace,
    { source: "mode" },
    { source: "running", kind: "boolean" },
    { source: "ticket" },
    { ...created, sortable: true },
  ],
  filters: [yesNo("running", "Running"), { source: "mode", kind: "choice", choices: ["read", "write"] }, ofWorkspace],
  sections: [
    {
      title: "Dates",
      fields: [
        { source: "reason", kind: "lines" },
        { source: "writeReason", label: "Why reading was not enough", kind: "lines" },
        { source: "startedAt", label: "Opened", kind: "date" },
        { source: "endsAt", label: "Ends at the latest", kind: "date" },
        { source: "endedAt", label: "Ended", kind: "date" },
      ],
    },
  ],
  actions: [
    {
      name: "end",
      label: "End",
      explain: "Signs the impersonating browser out at once.",
      when: ({ running }) => running,
      danger: true,
      done: "Ended.",
    },
  ],
});
