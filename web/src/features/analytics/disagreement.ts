import type { Group, Metrics } from "./api";

export type Named = { hits: number; n: number };
export type Split = {
  prompt: string;
  text: string;
  /** By engine; absent where it gave no valid answer. */ cells: Map<string, Named>;
  /** Highest minus lowest share, 0 to 1. */ spread: number;
};

/** From this difference in shares on engines are said to disagree about a question. */
export const DISAGREE = 0.5;

/** Questions by how far apart engines are, the widest first; those only one engine answered are left out. */
export function splitsOf(byEngine: { engine: string; metrics: Metrics }[]): Split[] {
  const rows = new Map<string, Split>();
  for (const { engine, metrics } of byEngine) {
    for (const group of metrics.groups) {
      const named = namedIn(group);
      if (!named) continue;
      const row = rows.get(group.key) ?? { prompt: group.key, text: group.label, cells: new Map(), spread: 0 };
      row.cells.set(engine, named);
      rows.set(group.key, row);
    }
  }
  return [...rows.values()]
    .filter((row) => row.cells.size > 1)
    .map((row) => ({ ...row, spread: spreadOf([...row.cells.values()]) }))
    .sort((a, b) => b.spread - a.spread || a.text.localeCompare(b.text));
}

function namedIn(group: Group): Named | null {
  const reading = group.values["mentionRate"];
  return reading && reading.hits !== null && reading.n > 0 ? { hits: reading.hits, n: reading.n } : null;
}

function spreadOf(cells: Named[]): number {
  const shares = cells.map(({ hits, n }) => hits / n);
  return Math.max(...shares) - Math.min(...shares);
}
