import { TrendingUp } from "lucide-react";

import type { MarginRecordOut } from "@/api/generated";
import { define } from "@/components/definition";

export const margins = define<MarginRecordOut>({
  name: "margins",
  label: "Margins",
  singular: "Margin",
  icon: TrendingUp,
  empty: "What each plan earns and costs in a month appears here once there are plans.",
  title: ({ planName }) => planName,
  search: "Search by plan",
  sort: { field: "margin", order: "ASC" },
  columns: [
    { source: "planName", label: "Plan", sortable: true },
    { source: "workspaces", kind: "number", sortable: true },
    { source: "mrr", label: "MRR", kind: "money", sortable: true },
    { source: "costMonth", label: "Cost, month", kind: "money", sortable: true },
    { source: "margin", kind: "money", sortable: true },
    { source: "marginPercent", label: "Margin (%)", kind: "number", sortable: true },
  ],
});
