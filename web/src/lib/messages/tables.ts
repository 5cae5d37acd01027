/** Words of every table. */
export const tables = {
  empty: "Nothing here yet",
  order: "Sort",
  own: "Standard order",
  sortBy: (title: string) => `Sort by ${title}`,
  ascending: (title: string) => `${title}, ascending`,
  descending: (title: string) => `${title}, descending`,
} as const;
