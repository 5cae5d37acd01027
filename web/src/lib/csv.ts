import { saveFile } from "./save-file";

type Cell = string | number | null;

/** RFC 4180, with the formulas a spreadsheet would run made harmless. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
}

function quoted(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = /^ *[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as a file; the mark in front tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, `\uFEFF${text}`, "text/csv;charset=utf-8");
}
