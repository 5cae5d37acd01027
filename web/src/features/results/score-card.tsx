import { ChevronRight, Microscope } from "lucide-react";
import type { ReactNode } from "react";

import type { Score } from "@/api/results";
import { Gauge } from "@/components/charts/gauge";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { bandWord, inkOf, deltaWords, sampleSize, summaryOf, toneOf } from "@/lib/score-words";

type ScoreCardProps = {
  label: string;
  score: Score | null;
  /** Said in place of the band while there is no score. */
  absence: string;
  /** The page the whole card leads to. */
  to: string;
  onOpen: () => void;
  /** No earlier analysis to compare with. */
  first: boolean;
  children?: ReactNode;
};

/** One headline score: the card is a link to its page, the number itself opens its evidence. */
export function ScoreCard({ label, score, absence, to, onOpen, first, children }: ScoreCardProps) {
  return (
    <Card className="group relative flex flex-col gap-4 transition-colors hover:border-line-strong">
      <div className="flex items-start justify-between gap-2">
        <h3 className="text-lg font-semibold">
          <Link
            to={to}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {label}
          </Link>
        </h3>
        <ChevronRight
          aria-hidden
          size={16}
          className="mt-1 text-ink-3 transition-transform group-hover:translate-x-0.5"
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <OpenGauge label={label} score={score} absence={absence} onOpen={onOpen} />
        <div className="flex min-w-36 flex-1 flex-col items-start gap-2">
          {score ? <ScoreFacts score={score} first={first} /> : <p className="text-ink-2">{absence}</p>}
          {children}
        </div>
      </div>
      {score ? (
        <button
          type="button"
          onClick={onOpen}
          className="relative z-10 mt-auto inline-flex items-center gap-1.5 self-start text-sm font-medium text-accent-text underline-offset-4 hover:underline"
        >
          <Microscope aria-hidden size={16} />
          {dashboard.howMeasured}
          <span className="sr-only">: {label}</span>
        </button>
      ) : null}
    </Card>
  );
}

function OpenGauge({ label, score, absence, onOpen }: Pick<ScoreCardProps, "label" | "score" | "absence" | "onOpen">) {
  if (!score) return <Gauge value={null} tone="muted" summary={`${label}: ${absence}`} />;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="relative z-10 rounded-card transition-transform hover:-translate-y-0.5"
    >
      <Gauge
        value={score.value}
        low={score.low}
        high={score.high}
        tone={toneOf(score)}
        summary={summaryOf(label, score)}
      />
    </button>
  );
}

function ScoreFacts({ score, first }: { score: Score; first: boolean }) {
  const delta = deltaWords(score.delta, first);
  return (
    <>
      <Badge tone={toneOf(score)} className="text-sm">
        {bandWord(score)}
      </Badge>
      <p className={cn("text-sm", inkOf[delta.tone])}>{delta.text}</p>
      <p className="tabular text-sm text-ink-3">{sampleSize(score)}</p>
      {score.exploratory ? <p className="text-sm text-ink-3">{dashboard.exploratory}</p> : null}
    </>
  );
}

/** Two figures beside the audience gauge. */
export function AudienceFacts({ relevance, toneMatch }: { relevance: number; toneMatch: number }) {
  return (
    <dl className="tabular grid grid-cols-[auto_auto] gap-x-3 text-sm">
      <dt className="text-ink-2">{dashboard.relevance}</dt>
      <dd className="font-semibold">{relevance.toFixed(1)}/10</dd>
      <dt className="text-ink-2">{dashboard.toneMatch}</dt>
      <dd className="font-semibold">{Math.round(toneMatch)}%</dd>
    </dl>
  );
}
