/** Angles of a gauge, in degrees clockwise from the top: a three-quarter arc open at the bottom. */
const START = -135;
const SWEEP = 270;

/** Where 0 to 100 sits on the arc. */
export const angleOf = (value: number) => START + (SWEEP * Math.min(100, Math.max(0, value))) / 100;

/** A point on a circle; y grows downwards. */
export function pointAt(angle: number, radius: number, center: number): { x: number; y: number } {
  const radians = ((angle - 90) * Math.PI) / 180;
  return { x: center + radius * Math.cos(radians), y: center + radius * Math.sin(radians) };
}

/** SVG path of an arc from one score to another; empty when they coincide. */
export function arcPath(from: number, to: number, radius: number, center: number): string {
  if (to - from < 0.05) return "";
  const a = pointAt(angleOf(from), radius, center);
  const b = pointAt(angleOf(to), radius, center);
  const large = (SWEEP * (to - from)) / 100 > 180 ? 1 : 0;
  return `M ${a.x.toFixed(3)} ${a.y.toFixed(3)} A ${radius} ${radius} 0 ${large} 1 ${b.x.toFixed(3)} ${b.y.toFixed(3)}`;
}
