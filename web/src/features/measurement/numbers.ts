import { perReader } from "@/lib/reader";
import { valueText } from "@/lib/readings";

const fine = perReader((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));

/** A percentage as few digits as it needs: "95 %", "17.7 %". */
export const percentText = (percent: number) => `${fine().format(percent)} %`;

/** A ratio 0..1 with one decimal: "98.0 %". */
export const shareText = (ratio: number) => valueText(100 * ratio, "percent");

/** Two ratios as "96.0–99.1 %"; the decimals matter close to 100. */
export const shareRange = (low: number, high: number) => `${shareText(low).replace(" %", "")}–${shareText(high)}`;
