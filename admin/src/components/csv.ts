import type { RaRecord } from "react-admin";

import { nameOf, type FieldSpec } from "./definition";

/**
 * Rows as RFC 4180 text. Values are the server's own (dates and numbers unformatted), so that they can be calculated
 * with.
 */
export function csvOf(rows: RaRecord[], fields: FieldSpec[]): string {
  const lines = [
    ["id", ...fields.map(nameOf)],
    ...rows.map((row) => [row.id, ...fields.map((field) => row[field.source] as unknown)]),
  ];
  return lines.map((line) => line.map(cell).join(",")).join("\r\n");
}

/** A text that a spreadsheet would run as a formula is kept a text. */
function cell(value: unknown): string {
  const text =
    value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  const safe =
    typeof value === "string" && /^ *[=+\-@\t\r\n＝＋－＠]/.test(text) && Number.isNaN(Number(text))
      ? `'${text}`
      : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
