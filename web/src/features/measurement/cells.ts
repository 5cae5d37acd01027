import type { Cell } from "./api";

/** Cells of one kind and panel size together: how often the truth was held at worst and best, and the mean width. */
export type Panels = { kind: Cell["kind"]; prompts: number; least: number; most: number; width: number };

export function summarised(cells: readonly Cell[]): Panels[] {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = `${cell.kind} ${cell.prompts}`;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const covered = group.map((cell) => cell.covered);
    const width = group.reduce((sum, cell) => sum + cell.width, 0) / group.length;
    return [
      { kind: first.kind, prompts: first.prompts, least: Math.min(...covered), most: Math.max(...covered), width },
    ];
  });
}
