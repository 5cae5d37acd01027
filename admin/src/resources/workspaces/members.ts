import { Users } from "lucide-react";

import type { MemberRecordOut } from "@/api/generated";
import { created, ofWorkspace, workspace, yesNo } from "@/components/common";
import { define } from "@/components/definition";

import { MemberChannels } from "./MemberChannels";

const ROLES = ["owner", "admin", "editor", "viewer", "billing"];
const CHANNELS = [
  { id: "keep", name: "Keep them: they belong to the workspace" },
  { id: "end", name: "End them with the removal" },
];

export const members = define<MemberRecordOut>({
  name: "members",
  label: "Members",
  singular: "Member",
  icon: Users,
  empty: "Everybody who belongs to a workspace appears here, with their role.",
  title: ({ email, workspaceName }) => `${email} in ${workspaceName}`,
  search: "Search by e-mail or workspace",
  columns: [
    { source: "email", label: "E-mail", sortable: true },
    { source: "name", label: "User", link: { to: "users", idSource: "userId" }, sortable: true },
    workspace,
    { source: "role", sortable: true },
    { source: "paused", kind: "boolean" },
    { source: "lastActiveAt", label: "Last active", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [{ source: "role", kind: "choice", choices: ROLES }, yesNo("paused", "Paused seat"), ofWorkspace],
  actions: [
    {
      name: "change-role",
      label: "Change role",
      explain: "Changes what this person may do in the workspace.",
      params: [{ source: "role", kind: "choice", choices: ROLES, required: true }],
      done: "The role is changed.",
    },
    {
      name: "remove",
      label: "Remove",
      explain: "Takes this person out of the workspace, with the API keys they made. Their account stays.",
      about: MemberChannels,
      params: [
        {
          source: "outlets",
          label: "Share links, webhooks and Slack of theirs",
          kind: "choice",
          choices: CHANNELS,
          initial: "keep",
          required: true,
        },
      ],
      danger: true,
      done: "Removed.",
    },
  ],
});
