import { PackageOpen } from "lucide-react";

import type { WorkspaceExportRecordOut } from "@/api/generated";
import { created, ofWorkspace, since, until, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const workspaceExports = define<WorkspaceExportRecordOut>({
  name: "workspace-exports",
  label: "Workspace exports",
  singular: "Workspace export",
  icon: PackageOpen,
  empty: "A workspace's data appears here once a colleague asked for it on the workspace's page. It is kept for a day.",
  live: true,
  title: ({ workspaceName }) => workspaceName,
  search: "Search by workspace or colleague",
  columns: [
    { ...created, sortable: true },
    workspace,
    { source: "staffName", label: "Asked for by" },
    { source: "status", kind: "status", sortable: true },
    { source: "size", kind: "bytes", sortable: true },
    { source: "readyAt", label: "Ready", kind: "date", sortable: true },
    { source: "expiresAt", label: "Kept until", kind: "date", sortable: true },
  ],
  filters: [ofWorkspace, since, until],
  actions: [
    {
      name: "download",
      label: "Download",
      explain: "Makes a link to the archive that works for 15 minutes. Everything this customer has is in it.",
      when: ({ status }) => status === "ready",
      link: "Download the archive",
      done: "The link is ready.",
    },
  ],
});
