import { SearchCheck } from "lucide-react";

import type { FindingRecordOut } from "@/api/generated";
import { brand, ofWorkspace, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const findings = define<FindingRecordOut>({
  name: "findings",
  label: "Findings",
  singular: "Finding",
  icon: SearchCheck,
  empty: "What an analysis finds wrong on a website appears here.",
  title: ({ issue, code }) => issue || code,
  search: "Search by code, issue or page",
  columns: [
    { source: "issue" },
    { source: "code", sortable: true },
    { source: "group", sortable: true },
    { source: "impact", sortable: true },
    brand,
    workspace,
    { source: "checkedAt", label: "Checked", kind: "date", sortable: true },
  ],
  filters: [{ source: "group" }, { source: "impact" }, { source: "code" }, ofWorkspace],
  sections: [
    {
      title: "Evidence",
      fields: [
        { source: "page" },
        { source: "effort" },
        { source: "action", label: "Advice", kind: "lines" },
        { source: "evidence", kind: "json" },
      ],
    },
  ],
});
