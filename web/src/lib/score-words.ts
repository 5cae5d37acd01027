import { longDate, signed, withInterval } from "@/lib/format";
import { dashboard } from "@/lib/messages/visibility";
import type { Verdict } from "@/lib/readings";

type Band = "Excellent" | "Moderate" | "Needs Attention";

/** A headline score, as every call of the API answers it. */
export type Score = {
  value: number;
  low: number;
  high: number;
  n: number;
  unit: "answers" | "pages" | "passages";
  /** Null where the number is neither good nor bad: coverage. */
  band: Band | null;
  /** Counted from too little to be firm. */
  exploratory: boolean;
  standsFor: "coverage" | "technical-only" | null;
  delta: { points: number | null; verdict: Verdict; since?: string | null } | null;
};

const toneOfBand: Record<Band, "good" | "moderate" | "attention"> = {
  Excellent: "good",
  Moderate: "moderate",
  "Needs Attention": "attention",
};

/** Too few passages to judge a text by: the number is neither good nor bad. */
const isThin = ({ exploratory, unit }: Pick<Score, "exploratory" | "unit">) => exploratory && unit === "passages";

/** Good or bad as its band says; what has no band, or too little text, is neither. */
export const toneOf = (score: Pick<Score, "band" | "exploratory" | "unit">) =>
  score.band && !isThin(score) ? toneOfBand[score.band] : "neutral";

/** What stands where the band would: the band itself, or what the number is instead. */
export const bandWord = (score: Pick<Score, "band" | "standsFor" | "exploratory" | "unit">) =>
  isThin(score) ? dashboard.thinText : score.standsFor ? dashboard.standsFor[score.standsFor] : (score.band ?? "");

/** The sentence for a picture of a score. */
export function summaryOf(label: string, score: Score): string {
  return `${label}: ${withInterval(score)} of 100, ${bandWord(score)}. 95 % interval ${sampleSize(score)}.`;
}

/** A change in words; colour is reserved for what really moved. */
export function deltaWords(
  delta: Score["delta"],
  first: boolean,
): { text: string; tone: "good" | "attention" | "muted" } {
  if (!delta) return { text: first ? dashboard.firstMeasurement : dashboard.notCompared, tone: "muted" };
  switch (delta.verdict) {
    case "moved":
      return {
        text: movedSince(signed(Math.round(delta.points ?? 0)), delta.since),
        tone: (delta.points ?? 0) >= 0 ? "good" : "attention",
      };
    case "probably moving":
      return { text: probably(Math.round(delta.points ?? 0), delta.since), tone: "muted" };
    case "within noise":
      return { text: dashboard.noSignificantChange, tone: "muted" };
    case "model changed":
      return { text: dashboard.modelChanged, tone: "muted" };
    default:
      return { text: dashboard.notEnoughData, tone: "muted" };
  }
}

const probably = (points: number, since: string | null | undefined) =>
  points && since ? dashboard.probablySince(signed(points), longDate(since)) : dashboard.probablyMoving;

const movedSince = (points: string, since: string | null | undefined) =>
  since ? dashboard.sinceDay(points, longDate(since)) : dashboard.sinceLastRun(points);

/** The colour of a change in words. */
export const inkOf = { good: "text-good-text", attention: "text-attention-text", muted: "text-ink-3" } as const;

/** "n = 45 answers", "n = 1 passage". */
export const sampleSize = ({ n, unit }: Pick<Score, "n" | "unit">) => `n = ${n} ${n === 1 ? unit.slice(0, -1) : unit}`;
