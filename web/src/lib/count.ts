import { perReader } from "./reader";

export const whole = perReader((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));

/** "2,000". */
export const countText = (n: number) => whole().format(n);
