import { ShieldCheck } from "lucide-react";

import type { StaffRecordOut } from "@/api/generated";
import { created } from "@/components/common";
import { define } from "@/components/definition";

import { InvitationLink } from "./InvitationLink";

const ROLES = [
  { id: "support-l1", name: "Support L1" },
  { id: "support-l2", name: "Support L2" },
  { id: "billing-ops", name: "Billing operations" },
  { id: "admin", name: "Admin" },
  { id: "auditor", name: "Auditor" },
];

export const staff = define<StaffRecordOut>({
  name: "staff",
  label: "Staff",
  singular: "Staff account",
  icon: ShieldCheck,
  empty: "Colleagues appear here once they are invited.",
  title: ({ name, email }) => name || email,
  search: "Search by name or e-mail",
  columns: [
    { source: "email", label: "E-mail", sortable: true },
    { source: "name", sortable: true },
    { source: "role", sortable: true },
    { source: "status", kind: "status" },
    { source: "lastLoginAt", label: "Last login", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [
    { source: "role", kind: "choice", choices: ROLES },
    { source: "status", kind: "choice", choices: ["invited", "active", "disabled"] },
  ],
  sections: [{ title: "Invitation", fields: [{ source: "invitedByName", label: "Invited by" }, { source: "invitationExpiresAt", label: "Invitation ends", kind: "date" }] }],
  actions: [
    {
      name: "change-role",
      label: "Change role",
      explain: "What this colleague may do changes with their next click. Your own role is for another admin to change.",
      params: [{ source: "role", kind: "choice", choices: ROLES, required: true }],
      done: "The role is changed.",
    },
    {
      name: "reset-sign-in",
      label: "Reset sign-in",
      explain: "For who lost the password or the authenticator app: signs them out everywhere and makes one link to set up both anew. Make sure that it is really them who asks.",
      when: ({ status }) => status !== "disabled",
      danger: true,
      after: InvitationLink,
    },
    { name: "disable", label: "Disable", explain: "Signs this colleague out and lets them in no more.", when: ({ status }) => status !== "disabled", danger: true, done: "Disabled." },
    { name: "enable", label: "Enable", explain: "Lets this colleague sign in again.", when: ({ status }) => status === "disabled", done: "Enabled." },
  ],
  form: {
    create: true,
    inputs: [
      { source: "email", label: "E-mail", required: true },
      { source: "name" },
      { source: "role", kind: "choice", choices: ROLES, required: true },
    ],
    after: InvitationLink,
  },
});
