import type { AnyDefinition } from "@/components/definition";

import { auditLog } from "./operators/audit-log";
import { jobs } from "./operators/jobs";
import { staff } from "./operators/staff";
import { users } from "./operators/users";

const GROUPS: { title: string; definitions: AnyDefinition[] }[] = [
  { title: "Customers", definitions: [users] },
  { title: "Operation", definitions: [jobs] },
  { title: "Control", definitions: [auditLog, staff] },
];

/** Every resource of the console, and the groups its menu shows them in. */
export const DEFINITIONS: AnyDefinition[] = GROUPS.flatMap(({ definitions }) => definitions);
export const MENU = GROUPS.map(({ title, definitions }) => ({ title, resources: definitions.map(({ name }) => name) }));
