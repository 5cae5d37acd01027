import { toCsv } from "@/lib/csv";
import { decision, filters as words } from "@/lib/messages/advice";
import { gaps } from "@/lib/messages/gaps";

import type { FindingRow } from "./api/advice";

/** The issues in view, one line each. */
export function findingsCsv(rows: readonly FindingRow[]): string {
  const header = [
    gaps.page,
    gaps.issue,
    gaps.type,
    gaps.impactColumn,
    gaps.action,
    words.status,
    decision.reason,
    gaps.pagesAffected,
    gaps.fix,
  ];
  return toCsv(
    header,
    rows.map((row) => [
      row.page,
      row.issue,
      row.type,
      row.impact,
      row.action,
      decision.statuses[row.status] ?? row.status,
      row.reason,
      row.affectedPages,
      row.fix,
    ]),
  );
}
