import { BookDashed } from "lucide-react";

import type { CategoryGapRecordOut } from "@/api/generated";
import { brand, ofWorkspace, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const categoryGaps = define<CategoryGapRecordOut>({
  name: "category-gaps",
  label: "Unknown categories",
  singular: "Unknown category",
  icon: BookDashed,
  empty: "A category that somebody types and our catalogue does not know appears here.",
  title: ({ category }) => category,
  search: "Search by category, brand or workspace",
  columns: [
    { source: "category", sortable: true },
    { source: "language", sortable: true },
    brand,
    workspace,
    { source: "createdAt", label: "Said", kind: "date", sortable: true },
  ],
  filters: [{ source: "language" }, ofWorkspace],
  sort: { field: "createdAt", order: "DESC" },
});
