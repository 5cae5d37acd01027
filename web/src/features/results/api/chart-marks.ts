import { queryOptions } from "@tanstack/react-query";

import { query } from "@/api/client";
import { brandKey } from "@/api/live";
import type { ChartMark } from "@/components/charts/series";

const two = (part: number) => String(part).padStart(2, "0");
const day = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** What happened between two days that may explain a change. */
export const marksQuery = (brandId: string, from: Date, to: Date) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/annotations", {
      path: { brand_id: brandId },
      query: { from: day(from), to: day(to) },
      below: brandKey(brandId),
    }),
    select: ({ data }) => marksOf(data, from, to),
  });

/** One mark for each day, kept inside the chart. */
export function marksOf(notes: { day: string; text: string }[], from: Date, to: Date): ChartMark[] {
  const byDay = new Map<string, string[]>();
  for (const note of notes) byDay.set(note.day, [...(byDay.get(note.day) ?? []), note.text]);
  return [...byDay].map(([name, texts]) => {
    const at = Math.min(Math.max(new Date(`${name}T12:00:00`).getTime(), from.getTime()), to.getTime());
    return { at: new Date(at), label: texts.join("; ") };
  });
}
