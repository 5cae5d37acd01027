import { queryOptions } from "@tanstack/react-query";

import type { AnnotationsOut } from "@/api/generated";
import { brandKey } from "@/api/live";
import type { ChartMark } from "@/components/charts/series";
import { v1Get } from "@/lib/http";

const two = (part: number) => String(part).padStart(2, "0");
const day = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** What happened between two days that may explain a change. */
export const marksQuery = (brandId: string, from: Date, to: Date) =>
  queryOptions({
    queryKey: [...brandKey(brandId), "annotations", day(from), day(to)],
    queryFn: ({ signal }) =>
      v1Get<AnnotationsOut>(`/brands/${brandId}/annotations?from=${day(from)}&to=${day(to)}`, { signal }),
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
