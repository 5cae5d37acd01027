import { Link2 } from "lucide-react";

import type { ShareLinkRecordOut } from "@/api/generated";
import { brand, created, ofWorkspace, user, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const shareLinks = define<ShareLinkRecordOut>({
  name: "share-links",
  label: "Share links",
  singular: "Share link",
  icon: Link2,
  empty: "Links appear here when a customer shares results with somebody outside. What opens them is never shown.",
  title: ({ name, brandName }) => `${name} of ${brandName}`,
  search: "Search by name, brand or workspace",
  columns: [
    { source: "name", sortable: true },
    brand,
    workspace,
    { source: "state", kind: "status", sortable: true },
    { source: "views", kind: "number", sortable: true },
    { source: "lastViewedAt", label: "Last seen", kind: "date", sortable: true },
    { source: "expiresAt", label: "Ends", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [{ source: "state", kind: "choice", choices: ["open", "expired", "revoked"] }, ofWorkspace],
  sections: [
    {
      title: "What it shows",
      fields: [
        user,
        { source: "sections", kind: "lines" },
        { source: "days", kind: "number" },
        { source: "first" },
        { source: "last" },
        { source: "revokedAt", label: "Revoked", kind: "date" },
        { source: "changedAt", label: "Changed", kind: "date" },
      ],
    },
  ],
  actions: [
    {
      name: "revoke",
      label: "Revoke",
      explain: "The link stops working at once and for good.",
      when: ({ state }) => state === "open",
      danger: true,
      bulk: true,
      done: "Revoked.",
    },
  ],
});
