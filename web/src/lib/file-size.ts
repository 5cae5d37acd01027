const KILO = 1024;
const MEGA = KILO * KILO;

/** "1.25 MB", two decimals however small: how Add Material states the size of what was chosen. */
export const megabytes = (bytes: number) => `${(bytes / MEGA).toFixed(2)} MB`;

/** "512 B", "40 kB", "1.25 MB": in the largest unit of which there is at least one. */
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  const kilo = Math.round(bytes / KILO);
  return kilo < KILO ? `${kilo} kB` : megabytes(bytes);
}
