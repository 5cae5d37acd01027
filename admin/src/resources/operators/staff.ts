import { ShieldCheck } from "lucide-react";

import type { StaffRecordOut } from "@/api/generated";
import { created } from "@/components/common";
import { define } from "@/components/definition";

import { Mailed } from "./Mailed";

const ROLES = [
  { id: "support-l1", name: "Support L1" },
  { id: "support-l2", name: "Support L2" },
  { id: "billing-ops", name: "Billing operations" },
  { id: "admin", name: "Admin" },
  { id: "auditor", name: "Auditor" },
];

/** A second admin approves the account of a new one. */
const WHEN = ({ role }: StaffRecordOut) => (role === "admin" ? "once a second admin has approved it, " : "");

/** Nobody decides about their own account. */
const isColleague = ({ id }: StaffRecordOut, me: unknown) => id !== me;

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
    { source: "status", kind: "status", sortable: true },
    { source: "lastLoginAt", label: "Last login", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [
    { source: "role", kind: "choice", choices: ROLES },
    { source: "status", kind: "choice", choices: ["invited", "active", "disabled"] },
  ],
  sections: [
    {
      title: "Invitation",
      fields: [
        { source: "invitedByName", label: "Invited by" },
        { source: "invitationExpiresAt", label: "Invitation ends", kind: "date" },
      ],
    },
  ],
  related: [{ label: "What they did", resource: "audit-log", target: "staffId" }],
  actions: [
    {
      name: "change-role",
      label: "Change role",
      explain:
        "What this colleague may do changes with their next click. Making somebody an admin waits until a second admin approves it. Your own role is for another admin to change.",
      params: [{ source: "role", kind: "choice", choices: ROLES, required: true }],
      when: isColleague,
      done: "The role is changed.",
    },
    {
      name: "reset-sign-in",
      label: "Reset sign-in",
      explain: (record) =>
        `For who lost the password or the authenticator app: ${WHEN(record)}signs them out everywhere and mails ${record.email} a link to set up both anew. Nobody else sees the link. Make sure that it is really them who asks.`,
      when: (record, me) => isColleague(record, me) && record.status !== "disabled",
      danger: true,
      after: Mailed,
    },
    {
      name: "disable",
      label: "Disable",
      explain: "Signs this colleague out at once, withdraws their requests and lets them in no more.",
      when: (record, me) => isColleague(record, me) && record.status !== "disabled",
      danger: true,
      done: "Disabled.",
    },
    {
      name: "enable",
      label: "Enable",
      explain: (record) =>
        `${WHEN(record)}lets this colleague sign in again.`.replace(/^./, (first) => first.toUpperCase()),
      when: ({ status }) => status === "disabled",
      done: "Enabled.",
    },
  ],
  form: {
    create: true,
    inputs: [
      {
        source: "email",
        label: "E-mail",
        required: true,
        helperText: "The link to join is mailed here and shown to nobody else.",
      },
      { source: "name" },
      {
        source: "role",
        kind: "choice",
        choices: ROLES,
        required: true,
        helperText: "An admin is invited only after a second admin has approved it.",
      },
    ],
    after: Mailed,
  },
});
