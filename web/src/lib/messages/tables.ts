/** Words of every table that can be sorted. */
export const tables = {
  order: "Sort",
  own: "Standard order",
  sortBy: (title: string) => `Sort by ${title}`,
  ascending: (title: string) => `${title}, ascending`,
  descending: (title: string) => `${title}, descending`,
} as const;
