import { Coins } from "lucide-react";

import type { CostRecordOut } from "@/api/generated";
import { ofWorkspace, since, until, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const costs = define<CostRecordOut>({
  name: "costs",
  label: "Costs",
  singular: "Cost",
  icon: Coins,
  empty: "What engines cost appears here by day, engine and workspace once they have been asked.",
  title: ({ day, engine }) => `${engine} on ${day}`,
  search: "Search by engine or workspace",
  sort: { field: "day", order: "DESC" },
  columns: [
    { source: "day", sortable: true },
    { source: "engine", sortable: true },
    workspace,
    { source: "keySource", label: "Key of" },
    { source: "answers", kind: "number", sortable: true },
    { source: "failed", kind: "number", sortable: true },
    { source: "cost", kind: "money", sortable: true },
  ],
  filters: [{ source: "engine" }, { source: "keySource", label: "Key of" }, ofWorkspace, since, until],
  sections: [
    {
      title: "Tokens",
      fields: [
        { source: "inputTokens", kind: "number" },
        { source: "outputTokens", kind: "number" },
      ],
    },
  ],
});
