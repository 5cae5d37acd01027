import { Whisker } from "@/components/charts/whisker";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { Verbatim } from "@/components/ui/verbatim";
import { withInterval } from "@/lib/format";
import { materials as words } from "@/lib/messages/materials";

import type { MaterialFit } from "./api";

/** Audience fit with its interval, and per item the words of the material that earned it. */
export function MaterialFitView({
  fit,
  score,
  waiting,
}: {
  fit: MaterialFit | null;
  score: number | null;
  waiting: boolean;
}) {
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-lg font-semibold">{words.fitTitle}</h3>
      {fit ? (
        <Known fit={fit} />
      ) : score !== null ? (
        <p className="tabular text-2xl font-semibold">{words.fitOf(score)}</p>
      ) : waiting ? (
        <Skeleton className="h-24" />
      ) : (
        <p className="text-ink-2">
          <span className="font-medium">{words.noFit}.</span> {words.noFitText}
        </p>
      )}
    </section>
  );
}

function Known({ fit }: { fit: MaterialFit }) {
  const [value, low, high] = [fit.value, fit.low, fit.high].map(Math.round) as [number, number, number];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p className="tabular text-2xl font-semibold">
          {withInterval({ value: fit.value, low: fit.low, high: fit.high })}
        </p>
        <Whisker
          value={value}
          low={low}
          high={high}
          summary={words.fitSummary(value, low, high)}
          className="min-w-40 max-w-80 flex-1"
        />
        {fit.exploratory ? <Badge tone="moderate">{words.exploratory}</Badge> : null}
      </div>
      <p className="tabular flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        <span>{words.relevance(fit.relevance.toFixed(1))}</span>
        <span>{words.tone(fit.tone, Math.round(fit.toneMatch))}</span>
        <span>{words.passages(fit.n)}</span>
      </p>
      <ul className="grid gap-4 md:grid-cols-2">
        {fit.items.map((item) => (
          <li key={item.name} className="flex min-w-0 flex-col gap-1.5">
            <p className="tabular flex items-baseline justify-between gap-3">
              <span className="font-medium">{words.items[item.name] ?? item.name}</span>
              <span className="text-sm text-ink-2">{item.score.toFixed(1)} / 10</span>
            </p>
            {item.quote ? (
              <blockquote>
                <Verbatim lines={4}>{item.quote}</Verbatim>
              </blockquote>
            ) : (
              <p className="text-sm text-ink-3">{words.noQuote}</p>
            )}
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-3">{fit.method}</p>
    </>
  );
}
