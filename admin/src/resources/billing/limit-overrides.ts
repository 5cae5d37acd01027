import { Gauge } from "lucide-react";

import type { LimitOverrideRecordOut } from "@/api/generated";
import { created, ofWorkspace, workspace, yesNo } from "@/components/common";
import { define } from "@/components/definition";

export const limitOverrides = define<LimitOverrideRecordOut>({
  name: "limit-overrides",
  label: "Limit overrides",
  singular: "Limit override",
  icon: Gauge,
  empty: "A limit that was lifted or lowered for one workspace appears here until it ends.",
  title: ({ feature, workspaceName }) => `${feature} of ${workspaceName}`,
  search: "Search by limit or reason",
  columns: [
    { source: "feature", label: "Limit", sortable: true },
    workspace,
    { source: "value", kind: "number", sortable: true },
    { source: "expiresAt", label: "Until", kind: "date", sortable: true },
    { source: "reason" },
    { ...created, sortable: true },
  ],
  filters: [yesNo("active", "Holds now"), ofWorkspace],
});
