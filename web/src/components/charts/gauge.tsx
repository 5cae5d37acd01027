import { cn } from "@/lib/cn";

import { angleOf, arcPath, pointAt } from "./geometry";

export type GaugeTone = "good" | "moderate" | "attention" | "neutral" | "muted";

const SIZE = 132;
const CENTER = SIZE / 2;
const RADIUS = 56;
const STROKE = 9;

const inks: Record<GaugeTone, string> = {
  good: "text-good",
  moderate: "text-moderate",
  attention: "text-attention",
  neutral: "text-ink-2",
  muted: "text-line-strong",
};

type GaugeProps = {
  /** 0 to 100; null draws the empty track and "---". */
  value: number | null;
  low?: number | null;
  high?: number | null;
  tone: GaugeTone;
  /** The sentence a screen reader hears instead of the picture. */
  summary: string;
  className?: string;
};

/**
 * A score as an arc that wears its uncertainty: solid up to the lower bound, softer from there to
 * the upper bound, with a tick at the value itself.
 */
export function Gauge({ value, low, high, tone, summary, className }: GaugeProps) {
  const from = value === null ? 0 : (low ?? value);
  const to = value === null ? 0 : (high ?? value);
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE - 14}`}
      role="img"
      aria-label={summary}
      className={cn("w-[132px] shrink-0", className)}
    >
      <Arc from={0} to={100} className="text-sunken" />
      {value === null ? null : (
        <g className={inks[tone]}>
          <Arc from={0} to={from} />
          <Arc from={from} to={to} className="opacity-35" flat />
          <ValueTick value={value} />
        </g>
      )}
      <text
        x={CENTER}
        y={CENTER + 2}
        textAnchor="middle"
        dominantBaseline="middle"
        className="tabular fill-ink text-[40px] font-semibold tracking-tight"
      >
        {value === null ? "---" : Math.round(value)}
      </text>
      {value === null || from === to ? null : (
        <text x={CENTER} y={CENTER + 32} textAnchor="middle" className="tabular fill-ink-3 text-[12px]">
          {Math.round(from)}–{Math.round(to)}
        </text>
      )}
    </svg>
  );
}

function Arc({ from, to, className, flat = false }: { from: number; to: number; className?: string; flat?: boolean }) {
  const path = arcPath(from, to, RADIUS, CENTER);
  if (!path) return null;
  return (
    <path
      d={path}
      fill="none"
      stroke="currentColor"
      strokeWidth={STROKE}
      strokeLinecap={flat ? "butt" : "round"}
      className={className}
    />
  );
}

function ValueTick({ value }: { value: number }) {
  const inner = pointAt(angleOf(value), RADIUS - STROKE, CENTER);
  const outer = pointAt(angleOf(value), RADIUS + STROKE, CENTER);
  return (
    <line
      x1={inner.x}
      y1={inner.y}
      x2={outer.x}
      y2={outer.y}
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
    />
  );
}
