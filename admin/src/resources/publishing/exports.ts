import { FileDown } from "lucide-react";

import type { ExportRecordOut } from "@/api/generated";
import { brand, created, ofWorkspace, statusIn, user, workspace } from "@/components/common";
import { define } from "@/components/definition";

import { datesOf, STATES, unfinished } from "./made";

export const exports = define<ExportRecordOut>({
  name: "exports",
  label: "Exports",
  singular: "Export",
  icon: FileDown,
  empty: "Files appear here when a customer downloads a view as CSV, JSON or XLSX.",
  live: true,
  problem: ({ status, failure }) => (status === "failed" ? failure || "It failed without saying why." : null),
  title: ({ resource, brandName }) => `${resource} of ${brandName}`,
  search: "Search by view, brand or workspace",
  columns: [
    { ...created, sortable: true },
    { source: "resource", label: "View" },
    brand,
    workspace,
    { source: "format" },
    { source: "status", kind: "status", sortable: true },
    { source: "done", label: "Rows", kind: "number" },
    { source: "total", label: "Of", kind: "number" },
    { source: "size", kind: "bytes", sortable: true },
  ],
  filters: [statusIn(...STATES), ofWorkspace],
  sections: [
    {
      title: "What it holds",
      fields: [user, { source: "filters", kind: "json" }, { source: "failure", label: "Why it failed", kind: "lines" }],
    },
    datesOf<ExportRecordOut>(),
  ],
  actions: [
    {
      name: "cancel",
      label: "Cancel",
      explain: "Gives up the file that is not ready yet.",
      when: unfinished,
      danger: true,
      done: "Canceled.",
    },
  ],
});
