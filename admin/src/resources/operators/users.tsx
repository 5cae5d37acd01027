import { UserRound } from "lucide-react";

import { addNote, created, notesTab, since, until, yesNo } from "@/components/common";
import { define } from "@/components/definition";
import { Impersonate } from "@/components/Impersonate";
import { useRecordContext } from "react-admin";

import type { UserRecordOut } from "@/api/generated";

export const users = define<UserRecordOut>({
  name: "users",
  label: "Users",
  singular: "User",
  icon: UserRound,
  empty: "People appear here as soon as they sign up or follow an invitation.",
  title: ({ email }) => email,
  search: "Search by name or e-mail",
  columns: [
    { source: "email", label: "E-mail", sortable: true },
    { source: "name", sortable: true },
    { source: "emailVerified", label: "Verified", kind: "boolean" },
    { source: "isActive", label: "Active", kind: "boolean" },
    { source: "workspaceCount", label: "Workspaces", kind: "number", sortable: true },
    { source: "lastSeenAt", label: "Last seen", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [
    yesNo("emailVerified", "Verified"),
    yesNo("isActive", "Active"),
    yesNo("locked", "Locked out"),
    since,
    until,
  ],
  sections: [
    {
      title: "Sign-in and settings",
      fields: [
        { source: "hasSecondFactor", label: "Second factor", kind: "boolean" },
        { source: "hasGoogle", label: "Google sign-in", kind: "boolean" },
        { source: "failedLogins", label: "Failed sign-ins", kind: "number" },
        { source: "sessionCount", label: "Open logins", kind: "number" },
        { source: "locale", label: "Language" },
        { source: "timeZone" },
        { source: "deletionAt", label: "Will be deleted", kind: "date" },
      ],
    },
  ],
  tabs: [notesTab],
  related: [
    { label: "What they did", resource: "audit-log", target: "actorId" },
    { label: "Workspaces", resource: "workspaces", target: "userId" },
    { label: "Memberships", resource: "members", target: "userId" },
    { label: "Keys", resource: "api-keys", target: "userId" },
    { label: "Mails", resource: "mail-log", target: "userId" },
    { label: "Support", resource: "support-requests", target: "userId" },
    { label: "Impersonations", resource: "impersonations", target: "userId" },
  ],
  actions: [
    {
      name: "resend-verification",
      label: "Resend verification",
      explain: "Sends a new link that confirms the e-mail address.",
      when: ({ emailVerified }) => !emailVerified,
      done: "The mail is on its way.",
    },
    {
      name: "send-reset-link",
      label: "Send reset link",
      explain: "Sends a link to choose a new password. The present one stays valid until it is used.",
      done: "The mail is on its way.",
    },
    {
      name: "unlock",
      label: "Unlock",
      explain: "Forgets failed sign-ins, so that the person can try again at once.",
      done: "Unlocked.",
    },
    {
      name: "revoke-sessions",
      label: "Revoke logins",
      explain: "Signs the person out in every browser.",
      danger: true,
      bulk: true,
      done: "All logins ended.",
    },
    {
      name: "disable",
      label: "Disable",
      explain: "Signs the person out and lets nobody sign in to this account until it is enabled again.",
      when: ({ isActive }) => isActive,
      danger: true,
      done: "Disabled.",
    },
    {
      name: "enable",
      label: "Enable",
      explain: "Lets the person sign in again.",
      when: ({ isActive }) => !isActive,
      done: "Enabled.",
    },
    {
      name: "merge",
      label: "Merge into another",
      explain:
        "For somebody who signed up twice: the other account takes over the workspaces of this one, and nobody can sign in to this one any more. A second admin has to approve it.",
      params: [{ source: "intoId", label: "Account that stays", kind: "reference", to: "users", required: true }],
      danger: true,
      done: "Merged.",
    },
    addNote,
  ],
  extras: OpenAs,
});

function OpenAs() {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Impersonate
      known={{ userId: record.id }}
      asked={[
        {
          source: "workspaceId",
          label: "Workspace",
          kind: "reference",
          to: "workspaces",
          narrow: () => ({ userId: record.id }),
          required: true,
        },
      ]}
    />
  );
}
