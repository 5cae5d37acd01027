import { KeyRound } from "lucide-react";

import type { ApiKeyRecordOut } from "@/api/generated";
import { created, ofWorkspace, user, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const apiKeys = define<ApiKeyRecordOut>({
  name: "api-keys",
  label: "API keys",
  singular: "API key",
  icon: KeyRound,
  empty: "Keys appear here when a customer makes one for a program of theirs. Their secrets are never shown.",
  title: ({ name, prefix }) => `${name} (${prefix}…)`,
  search: "Search by name or prefix",
  columns: [
    { source: "name", sortable: true },
    { source: "prefix", kind: "id" },
    workspace,
    user,
    { source: "scope" },
    { source: "lastUsedAt", label: "Last used", kind: "date", sortable: true },
    { source: "expiresAt", label: "Ends", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [ofWorkspace],
  actions: [
    {
      name: "revoke",
      label: "Revoke",
      explain: "Programs that use this key are refused from now on. This cannot be undone.",
      danger: true,
      bulk: true,
      done: "Revoked.",
    },
  ],
});
