import type { ActionSpec, FieldSpec, InputSpec } from "./definition";
import { Notes } from "./Notes";

/** Columns and parts several resources have in common; each names the fields the API promises for them. */
export const workspace = {
  source: "workspaceName",
  label: "Workspace",
  link: { to: "workspaces", idSource: "workspaceId" },
  sortable: true,
} as const satisfies FieldSpec;
export const user = {
  source: "userEmail",
  label: "User",
  link: { to: "users", idSource: "userId" },
} as const satisfies FieldSpec;
export const brand = {
  source: "brandName",
  label: "Brand",
  link: { to: "brands", idSource: "brandId" },
} as const satisfies FieldSpec;
export const created = { source: "createdAt", label: "Created", kind: "date" } as const satisfies FieldSpec;

export const ofWorkspace: InputSpec = {
  source: "workspaceId",
  label: "Workspace",
  kind: "reference",
  to: "workspaces",
};
export const since: InputSpec = { source: "from", label: "Created from", kind: "day" };
export const until: InputSpec = { source: "to", label: "Created before", kind: "day" };

export const statusIn = (...choices: string[]): InputSpec => ({ source: "status", kind: "choice", choices });
export const yesNo = (source: string, label: string): InputSpec => ({
  source,
  label,
  kind: "choice",
  choices: [
    { id: "true", name: "Yes" },
    { id: "false", name: "No" },
  ],
});

export const addNote: ActionSpec = {
  name: "add-note",
  label: "Add note",
  explain: "Colleagues see it on this page; the customer does not.",
  params: [{ source: "text", label: "Note", kind: "long", required: "Text is required" }],
  done: "Note added.",
};
export const notesTab = { label: "Notes", content: Notes };

/** A moment that many days from now, for forms that give something for a while. */
export const inDays = (days: number) => () => new Date(Date.now() + days * 86_400_000).toISOString();
