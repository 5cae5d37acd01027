import { ScrollText } from "lucide-react";
import { useRecordContext } from "react-admin";

import type { AuditRecordOut } from "@/api/generated";
import { Changes } from "@/components/Changes";
import { ofWorkspace, since, until, workspace, yesNo } from "@/components/common";
import { define } from "@/components/definition";

export const auditLog = define<AuditRecordOut>({
  name: "audit-log",
  label: "Audit log",
  singular: "Audit entry",
  icon: ScrollText,
  empty: "Every change by staff or customers appears here and can never be edited.",
  title: ({ action, target }) => `${action} ${target}`,
  search: "Search by action, target, actor or reason",
  columns: [
    { source: "createdAt", label: "Time", kind: "date", sortable: "id" },
    { source: "action" },
    { source: "actorName", label: "Actor" },
    { source: "onBehalfOfEmail", label: "On behalf of", link: { to: "users", idSource: "onBehalfOf" } },
    { source: "target" },
    { source: "reason" },
    { ...workspace, sortable: false },
  ],
  filters: [yesNo("byStaff", "By staff"), { source: "action" }, { source: "target" }, ofWorkspace, since, until],
  sections: [{ title: "Origin", fields: [{ source: "via" }, { source: "address", label: "IP address" }] }],
  tabs: [{ label: "Changes", content: EntryChanges }],
});

function EntryChanges() {
  const record = useRecordContext<AuditRecordOut>();
  return record ? (
    <Changes
      before={record.before as Record<string, unknown> | null}
      after={record.after as Record<string, unknown> | null}
    />
  ) : null;
}
