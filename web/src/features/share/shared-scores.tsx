import { Gauge } from "@/components/charts/gauge";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { shared as words } from "@/lib/messages/share";
import { dashboard } from "@/lib/messages/visibility";
import { bandWord, inkOf, deltaWords, sampleSize, summaryOf, toneOf, type Score } from "@/lib/score-words";

import type { SharedView } from "./api";

const CARDS = [
  { key: "content", label: dashboard.content },
  { key: "technical", label: dashboard.technical },
  { key: "audienceFit", label: dashboard.audience },
] as const;

/** The three gauges of the dashboard, each with its interval, what it counts and how it moved. */
export function SharedScores({ scores }: { scores: SharedView["scores"] }) {
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {CARDS.map(({ key, label }) => (
        <ScoreCard key={key} label={label} score={scores[key]} />
      ))}
    </div>
  );
}

function ScoreCard({ label, score }: { label: string; score: Score | null }) {
  const delta = score ? deltaWords(score.delta, false) : null;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{label}</h2>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Gauge
          value={score?.value ?? null}
          low={score?.low ?? null}
          high={score?.high ?? null}
          tone={score ? toneOf(score) : "muted"}
          summary={score ? summaryOf(label, score) : `${label}: ${words.notMeasured}`}
        />
        <div className="flex min-w-32 flex-1 flex-col items-start gap-2">
          {score && delta ? (
            <>
              <Badge tone={toneOf(score)} className="text-sm">
                {bandWord(score)}
              </Badge>
              <p className={`text-sm ${inkOf[delta.tone]}`}>{delta.text}</p>
              <p className="tabular text-sm text-ink-3">{sampleSize(score)}</p>
            </>
          ) : (
            <p className="text-ink-2">{words.notMeasured}</p>
          )}
        </div>
      </div>
    </Card>
  );
}
