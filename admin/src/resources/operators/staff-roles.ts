import { KeySquare } from "lucide-react";

import type { StaffRoleRecordOut } from "@/api/generated";
import { define } from "@/components/definition";

import { RolesTable } from "./RolesTable";

export const staffRoles = define<StaffRoleRecordOut>({
  name: "staff-roles",
  label: "Roles of staff",
  singular: "Role of staff",
  icon: KeySquare,
  empty: "What each role may do appears here.",
  listOnly: true,
  drawing: RolesTable,
  title: ({ id }) => id,
  sort: { field: "id", order: "ASC" },
  columns: [
    { source: "id", label: "Role" },
    { source: "description", label: "For" },
    { source: "permissions", label: "May do", kind: "json" },
  ],
});
