import { Bell } from "lucide-react";

import type { NotificationRecordOut } from "@/api/generated";
import { brand, created, ofWorkspace, user, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const notifications = define<NotificationRecordOut>({
  name: "notifications",
  label: "Notifications",
  singular: "Notification",
  icon: Bell,
  empty: "Lines in customers' bells appear here when something happened that they should know.",
  title: ({ kind, userEmail }) => `${kind} for ${userEmail}`,
  search: "Search by kind or e-mail",
  columns: [
    { source: "kind", sortable: true },
    user,
    workspace,
    brand,
    { source: "readAt", label: "Read", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [{ source: "kind" }, ofWorkspace],
  sections: [
    {
      title: "What it says",
      fields: [
        { source: "subjectId", label: "About", kind: "id" },
        { source: "data", kind: "json" },
      ],
    },
  ],
});
