import { Tag } from "lucide-react";

import type { BrandRecordOut } from "@/api/generated";
import { created, ofWorkspace, workspace, yesNo } from "@/components/common";
import { define } from "@/components/definition";

export const brands = define<BrandRecordOut>({
  name: "brands",
  label: "Brands",
  singular: "Brand",
  icon: Tag,
  empty: "Brands appear here when a customer finishes the wizard or adds one.",
  title: ({ name }) => name,
  search: "Search by name or website",
  columns: [
    { source: "name", sortable: true },
    workspace,
    { source: "websiteUrl", label: "Website" },
    { source: "status", kind: "status", sortable: true },
    { source: "overallScore", label: "Score", kind: "number", sortable: true },
    { source: "lastRunStatus", label: "Last run", kind: "status", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [
    { source: "status" },
    { source: "source", kind: "choice", choices: ["website", "document"] },
    yesNo("isPrimary", "Primary"),
    ofWorkspace,
  ],
  sections: [
    {
      title: "Measurement",
      fields: [
        { source: "source" },
        { source: "market" },
        { source: "language" },
        { source: "promptCount", label: "Prompts", kind: "number" },
        { source: "scoredAt", label: "Scored", kind: "date" },
        { source: "nextRunAt", label: "Next run", kind: "date" },
        { source: "pauseReason", label: "Why it is paused" },
        { source: "deletedAt", label: "Deleted", kind: "date" },
      ],
    },
  ],
  related: [
    { label: "Runs", resource: "runs", target: "brandId" },
    { label: "Findings", resource: "findings", target: "brandId" },
  ],
  actions: [
    {
      name: "rerun",
      label: "Run again",
      explain: "Starts an analysis of this brand, charged to the workspace's own allowance.",
      done: "The run is queued.",
    },
    {
      name: "reparse",
      label: "Read answers anew",
      explain:
        "Reads the stored answers of this brand again with the present reader; nothing is asked and nothing is paid.",
      done: "The answers are being read again.",
    },
  ],
});
