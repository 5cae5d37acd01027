/** US dollars as they are read: "$4.20"; under ten cents four places, for one answer costs that little: "$0.0042". */
export function usd(amount: number | string): string {
  const value = Number(amount);
  return `$${value.toFixed(value !== 0 && Math.abs(value) < 0.1 ? 4 : 2)}`;
}
