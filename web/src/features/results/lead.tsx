import { useQuery } from "@tanstack/react-query";

import { namedQuery } from "@/api/named";
import type { Summary } from "@/api/results";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { withInterval } from "@/lib/format";
import { lead as words } from "@/lib/messages/lead";
import { dashboard } from "@/lib/messages/visibility";
import { useDrawer } from "@/lib/use-drawer";

import { leadSentence } from "./lead-sentence";

const SQUARES = 100;

/** The one sentence that matters, as a picture too, with the blended score called what it is. */
export function Lead({ summary }: { summary: Summary }) {
  const { openMetric } = useDrawer();
  const measured = Boolean(summary.run && summary.scores.content) && !summary.provisional;
  const named = useQuery({ ...namedQuery(summary.brand.id), enabled: measured });
  if (!measured || named.isError) return null;
  const coverage = summary.scores.content?.standsFor === "coverage";
  if (!coverage && !named.data) return <Skeleton className="h-36" />;
  const sentence = coverage ? coverageSentence(summary) : named.data ? leadSentence(named.data) : null;
  if (!sentence) return null;
  const rate = coverage ? null : (named.data?.brand?.rate ?? null);
  return (
    <Card aria-label={words.label} className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
      <div className="min-w-0 flex-1 basis-80">
        <p data-tagged className="max-w-[46ch] text-xl leading-snug font-semibold wrap-anywhere sm:text-2xl">
          {sentence}
        </p>
        <Blend summary={summary} onOpen={() => openMetric("overall")} />
        <Button variant="secondary" size="sm" className="mt-4" onClick={() => openMetric("content")}>
          {words.seeAnswers}
        </Button>
      </div>
      {rate?.hits !== null && rate?.hits !== undefined && rate.n > 0 ? <Squares share={rate.hits / rate.n} /> : null}
    </Card>
  );
}

function coverageSentence({ unanswered, scores }: Summary): string {
  if (unanswered.length) return words.uncovered(unanswered.length);
  return Math.round(scores.content?.value ?? 0) < 100 ? words.coveredMostly : words.covered;
}

/** The overall score with what it is blended from; a number that opens. */
function Blend({ summary: { scores }, onOpen }: { summary: Summary; onOpen: () => void }) {
  const { overall, technical } = scores;
  if (!overall) return null;
  const parts =
    overall.standsFor === "technical-only" ? words.blendTechnical : technical ? words.blend : words.blendContent;
  return (
    <p className="mt-2.5 text-sm text-ink-2">
      <button
        type="button"
        className="tabular font-medium text-accent-text underline-offset-4 hover:underline"
        onClick={onOpen}
      >
        {dashboard.overall} {withInterval(overall)}
      </button>{" "}
      · {parts}
    </p>
  );
}

/** A hundred squares, as many filled as answers in a hundred name the brand; the sentence beside it says the same. */
function Squares({ share }: { share: number }) {
  const filled = share > 0 ? Math.max(1, Math.round(share * SQUARES)) : 0;
  return (
    <div aria-hidden className="grid grid-cols-20 gap-[3px]">
      {Array.from({ length: SQUARES }, (_, index) => (
        <span key={index} className={cn("size-2.5 rounded-[2px]", index < filled ? "bg-accent" : "bg-line")} />
      ))}
    </div>
  );
}
