import { signed, withInterval } from "@/lib/format";
import { dashboard } from "@/lib/messages/visibility";

type Band = "Excellent" | "Moderate" | "Needs Attention";

/** A headline score, as every call of the API answers it. */
export type Score = {
  value: number;
  low: number;
  high: number;
  n: number;
  unit: "answers" | "pages" | "passages";
  band: Band;
  delta: { points: number | null; verdict: "moved" | "within noise" | "not enough data" | "model changed" } | null;
};

export const toneOfBand: Record<Band, "good" | "moderate" | "attention"> = {
  Excellent: "good",
  Moderate: "moderate",
  "Needs Attention": "attention",
};

/** The sentence for a picture of a score. */
export function summaryOf(label: string, score: Score): string {
  return `${label}: ${withInterval(score)} of 100, ${score.band}. 95 % interval ${sampleSize(score)}.`;
}

/** A change in words; colour is reserved for what really moved. */
export function deltaWords(delta: Score["delta"], first: boolean): { text: string; tone: "good" | "attention" | "muted" } {
  if (!delta) return { text: first ? dashboard.firstMeasurement : dashboard.notCompared, tone: "muted" };
  switch (delta.verdict) {
    case "moved":
      return { text: dashboard.sinceLastRun(signed(Math.round(delta.points ?? 0))), tone: (delta.points ?? 0) >= 0 ? "good" : "attention" };
    case "within noise":
      return { text: dashboard.noSignificantChange, tone: "muted" };
    case "model changed":
      return { text: dashboard.modelChanged, tone: "muted" };
    default:
      return { text: dashboard.notEnoughData, tone: "muted" };
  }
}

/** "n = 45 answers", "n = 1 passage". */
export const sampleSize = ({ n, unit }: Pick<Score, "n" | "unit">) => `n = ${n} ${n === 1 ? unit.slice(0, -1) : unit}`;
