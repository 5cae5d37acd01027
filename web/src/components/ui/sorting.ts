/** A column's name, led by "-" for the other way round; null is the list's own order. */
export type Sort = string | null;

/** What a row is ordered by; null stands last whichever way. */
export type SortValue = string | number | null | undefined;

type Sortable<T> = { key: string; numeric?: boolean; sort?: ((row: T) => SortValue) | string };

/** The name a column is sorted by; undefined where it cannot be. A server's list names it itself. */
export const sortName = <T>({ key, sort }: Sortable<T>) =>
  sort === undefined ? undefined : typeof sort === "string" ? sort : key;

/** Numbers begin with the greatest, texts with A; then the other way round, then the list's own order. */
export function nextSort(now: Sort, name: string, numeric: boolean): Sort {
  const [first, second] = numeric ? [`-${name}`, name] : [name, `-${name}`];
  return now === first ? second : now === second ? null : first;
}

export function directionOf(now: Sort, name: string): "ascending" | "descending" | "none" {
  return now === name ? "ascending" : now === `-${name}` ? "descending" : "none";
}

/** The rows in the order asked for; a list that the server sorts, and an unknown name, leave them as they are. */
export function sorted<T>(rows: T[], columns: readonly Sortable<T>[], now: Sort): T[] {
  const column = columns.find((each) => now === each.key || now === `-${each.key}`);
  const read = column?.sort;
  if (typeof read !== "function") return rows;
  const sign = now?.startsWith("-") ? -1 : 1;
  return [...rows].sort((a, b) => compare(read(a), read(b), sign));
}

function compare(a: SortValue, b: SortValue, sign: number): number {
  const [x, y] = [a ?? null, b ?? null];
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  return (
    sign *
    (typeof x === "number" && typeof y === "number"
      ? x - y
      : String(x).localeCompare(String(y), undefined, { numeric: true, sensitivity: "base" }))
  );
}
