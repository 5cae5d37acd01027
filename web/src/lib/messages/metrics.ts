/** Words of the mark beside a metric's name and of numbers that open. */
export const metrics = {
  about: (name: string) => `About ${name}`,
  unit: "Unit",
  interval: "Interval",
  version: "Score model",
  updated: "Last update",
  counted: "Counted from",
  method: "How we measure",
  failed: "The formula could not be loaded.",
  open: "Open the answers behind it",
} as const;
