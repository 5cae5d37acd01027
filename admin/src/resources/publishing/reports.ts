import { FileText } from "lucide-react";

import type { ReportRecordOut } from "@/api/generated";
import { brand, created, ofWorkspace, statusIn, user, workspace } from "@/components/common";
import { define } from "@/components/definition";

import { datesOf, STATES, unfinished } from "./made";

export const reports = define<ReportRecordOut>({
  name: "reports",
  label: "Reports",
  singular: "Report",
  icon: FileText,
  empty: "Documents appear here when a customer has a report made.",
  live: true,
  problem: ({ status, failure }) => (status === "failed" ? failure || "It failed without saying why." : null),
  title: ({ brandName, format }) => `${brandName}, ${format.toUpperCase()}`,
  search: "Search by brand or workspace",
  columns: [
    { ...created, sortable: true },
    brand,
    workspace,
    { source: "format" },
    { source: "status", kind: "status", sortable: true },
    { source: "failure", label: "Why it failed" },
    { source: "durationSeconds", label: "Took", kind: "seconds", sortable: true },
    { source: "size", kind: "bytes", sortable: true },
  ],
  filters: [statusIn(...STATES), ofWorkspace],
  sections: [
    {
      title: "What it shows",
      fields: [
        user,
        { source: "sections", kind: "lines" },
        { source: "locale", label: "Language" },
        { source: "first" },
        { source: "last" },
      ],
    },
    datesOf<ReportRecordOut>(),
  ],
  actions: [
    {
      name: "retry",
      label: "Retry",
      explain: "Makes the document again.",
      when: ({ status }) => status === "failed" || status === "canceled",
      bulk: true,
      done: "It is queued again.",
    },
    {
      name: "cancel",
      label: "Cancel",
      explain: "Gives up the document that is not ready yet.",
      when: unfinished,
      danger: true,
      done: "Canceled.",
    },
  ],
});
