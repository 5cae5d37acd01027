/** Points with their sign and one decimal: "+3.2", "−1.0", "0.0". */
export function pointsText(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "";
  return `${sign}${Math.abs(rounded).toFixed(1)}`;
}

const LEAST = 0.05;

/** Whether it is still a change once rounded to the one decimal that is shown. */
export const isShown = (points: number) => Math.abs(points) >= LEAST;
