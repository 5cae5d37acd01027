import { Badge } from "@/components/ui/badge";
import { marketing } from "@/lib/messages/marketing";

const { analyst, monitor, gaps } = marketing;

/** Point on a half circle of radius 80 around (100, 100) for a score of 0 to 100, left to right. */
function onArc(score: number): string {
  const angle = Math.PI * (1 - score / 100);
  return `${(100 + 80 * Math.cos(angle)).toFixed(1)} ${(100 - 80 * Math.sin(angle)).toFixed(1)}`;
}

const arc = (from: number, to: number) => `M ${onArc(from)} A 80 80 0 0 1 ${onArc(to)}`;

/** A gauge that ends in a softer band from low to high. */
export function GaugeCard() {
  return (
    <div className="flex flex-col items-center gap-1">
      <p className="self-start text-sm font-medium text-ink-2">{analyst.metric}</p>
      <svg role="img" aria-label={analyst.gaugeLabel} viewBox="0 0 200 116" className="w-56">
        <path d={arc(0, 100)} fill="none" strokeWidth="12" className="stroke-sunken" strokeLinecap="round" />
        <circle cx="20" cy="100" r="6" className="fill-moderate" />
        <path d={arc(0, analyst.low)} fill="none" strokeWidth="12" className="stroke-moderate" />
        <path d={arc(analyst.low, analyst.high)} fill="none" strokeWidth="12" className="stroke-moderate opacity-40" />
        <text x="100" y="88" textAnchor="middle" className="tabular fill-ink text-[40px] font-semibold">
          {analyst.score}
        </text>
        <text x="100" y="110" textAnchor="middle" className="tabular fill-ink-3 text-[13px]">
          {`${analyst.low}–${analyst.high}`}
        </text>
      </svg>
      <Badge tone="moderate">{analyst.band}</Badge>
      <p className="mt-2 text-xs text-ink-3">{analyst.basis}</p>
    </div>
  );
}

/** An assistant's words in the serif voice: the brand highlighted, the competitor underlined, the source a chip. */
export function AnswerCard() {
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[34ch] text-sm font-medium text-ink-2">{monitor.question}</p>
      <blockquote className="evidence rounded-r-card px-5 py-4 text-lg leading-relaxed">
        {monitor.before}
        <mark className="rounded-sm bg-accent-surface px-1 font-medium text-accent-text">{monitor.brand}</mark>
        {monitor.middle}
        <sup className="ml-1 rounded-full border border-line bg-surface px-1.5 font-sans text-[10px] text-ink-2">1</sup>
        {monitor.after}
        <span className="underline decoration-ink-3 decoration-1 underline-offset-4">{monitor.competitor}</span>
        {monitor.end}
      </blockquote>
      <p className="text-xs text-ink-3">{`1 · ${monitor.source}`}</p>
    </div>
  );
}

/** One row of the gap table, opened. */
export function GapCard() {
  const rows = [
    [
      gaps.typeLabel,
      <Badge key="type" tone="attention">
        {gaps.type}
      </Badge>,
    ],
    [gaps.competitorLabel, gaps.competitor],
    [gaps.namedLabel, gaps.named],
    [gaps.moveLabel, gaps.move],
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <p className="pr-20 text-lg font-semibold">{gaps.prompt}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6">
        {rows.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid items-baseline border-t border-line py-2.5">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
