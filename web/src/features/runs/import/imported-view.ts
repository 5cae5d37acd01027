import { format } from "date-fns";

import { paths } from "@/lib/paths";

import type { ImportPreview } from "../api/imports";

const DAY_MS = 86_400_000;
const day = (at: number) => format(at, "yyyy-MM-dd");

/** The list of imported answers over all the days the file names; answers without a date count as today's. */
export function answersOf(
  brandId: string,
  { fromAt, toAt }: Pick<ImportPreview, "fromAt" | "toAt">,
  now: number = Date.now(),
): string {
  // The reader's day and the workspace's may differ by one, either way.
  const from = Math.min(fromAt ? Date.parse(fromAt) : now, now) - DAY_MS;
  const to = Math.max(toAt ? Date.parse(toAt) : now, now) + DAY_MS;
  const view = { brand: brandId, tab: "answers", basis: "imported", range: "custom", from: day(from), to: day(to) };
  return `${paths.analytics}?${new URLSearchParams(view).toString()}`;
}
