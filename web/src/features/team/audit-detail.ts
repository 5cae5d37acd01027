import { auditLog as words } from "@/lib/messages/audit-log";

import type { AuditEntry } from "./api";

type Facts = AuditEntry["before"];

const SHORT = 60;
const CHANGES = new Set(["business.changed", "business.set_up", "brand.changed", "branding.changed"]);

/** What tells entries of a kind apart: the fields a change names, a role before and after, an address, a name. */
export function detailOf({ action, before, after }: AuditEntry): string | null {
  if (CHANGES.has(action)) return changeOf(before, after);
  const [from, to] = [textAt(before, "role"), textAt(after, "role")];
  const email = textAt(after, "email");
  if (email) return email;
  if (from && to) return words.changed(from, to);
  return textAt(after, "name") ?? textAt(before, "name") ?? to ?? from ?? textAt(after, "reason");
}

const textAt = (facts: Facts, key: string) => (typeof facts?.[key] === "string" ? (facts[key] as string) : null);

/** One short field with both values, several by their names. */
function changeOf(before: Facts, after: Facts): string | null {
  const fields = Object.keys(after ?? {});
  const [only] = fields;
  const named = fields.map((field) => words.fields[field] ?? field);
  if (fields.length !== 1 || only === "logo") return named.join(", ") || null;
  const [was, now] = [value(before?.[only!]), value(after?.[only!])];
  return was.length > SHORT || now.length > SHORT ? named[0]! : words.one(named[0]!, was, now);
}

function value(found: unknown): string {
  if (typeof found === "boolean") return found ? words.yes : words.no;
  if (Array.isArray(found)) return found.map(value).join(", ") || words.nothing;
  return found === null || found === undefined || found === "" ? words.nothing : String(found);
}
