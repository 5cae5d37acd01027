import { whole } from "@/lib/count";
import { signed } from "@/lib/format";
import { verdicts, view } from "@/lib/messages/analytics";
import { perReader } from "@/lib/reader";

export type Verdict = "moved" | "probably moving" | "within noise" | "not enough data" | "model changed";
export type Unit = "percent" | "score100" | "rank";

/** A value with its interval and its change, as every call of the API answers it. */
export type Reading = {
  unit: Unit;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  hits: number | null;
  delta: { points: number | null; verdict: Verdict } | null;
};

const oneDecimal = perReader(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** A number in its unit: "57.5 %", "57", "2.4". */
export function valueText(value: number, unit: Unit): string {
  if (unit === "percent") return `${oneDecimal().format(value)} %`;
  return unit === "rank" ? oneDecimal().format(value) : whole().format(value);
}

/** The bounds of an interval without the unit: "49–65". */
export function rangeText(low: number, high: number, unit: Unit): string {
  const text = unit === "rank" ? oneDecimal() : whole();
  return `${text.format(low)}–${text.format(high)}`;
}

type Ranged = { value: number | null; low: number | null; high: number | null };

/** "57.5 % (49–65)", "---" without a value. */
export function pointText({ value, low, high }: Ranged, unit: Unit): string {
  if (value === null) return view.nothing;
  const text = valueText(value, unit);
  return low === null || high === null || low === high ? text : `${text} (${rangeText(low, high, unit)})`;
}

/** What a list of readings is put in order by: the value, or the share of the bare counts that stand in its place. */
export function orderOf(reading: Reading | null | undefined): number | null {
  if (!reading) return null;
  if (reading.value !== null || reading.unit !== "percent") return reading.value;
  return reading.hits !== null && reading.n > 0 ? (100 * reading.hits) / reading.n : null;
}

type Tone = "good" | "attention" | "muted";

/** A change in words. Only what really moved has a colour; a lower rank is better. */
export function movementText(delta: Reading["delta"] | undefined, unit: Unit): { text: string; tone: Tone } {
  if (!delta) return { text: verdicts.none, tone: "muted" };
  switch (delta.verdict) {
    case "moved": {
      const points = delta.points ?? 0;
      const better = unit === "rank" ? points < 0 : points > 0;
      const text =
        unit === "rank"
          ? verdicts.places(`${points > 0 ? "+" : "−"}${oneDecimal().format(Math.abs(points))}`)
          : verdicts.points(signed(Math.round(points)));
      return { text, tone: better ? "good" : "attention" };
    }
    case "probably moving":
      return { text: verdicts.probable, tone: "muted" };
    case "within noise":
      return { text: verdicts.noise, tone: "muted" };
    case "model changed":
      return { text: verdicts.model, tone: "muted" };
    default:
      return { text: verdicts.enough, tone: "muted" };
  }
}

/** Engines by the names this screen uses: "Google Gemini" here, "Gemini" elsewhere. */
export const platformName = (id: string, name: string) => (id === "gemini" ? "Google Gemini" : name);
