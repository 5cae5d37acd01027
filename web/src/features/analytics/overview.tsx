import { usePrefetchQuery, useQuery } from "@tanstack/react-query";

import { Alert } from "@/components/ui/alert";
import { Guarded } from "@/components/ui/guarded";
import { overview as words, view as common } from "@/lib/messages/analytics";
import { platformName } from "@/lib/readings";

import { metricsQuery, tilesQuery, type Metrics } from "./api";
import { Disagreements } from "./disagreements";
import { Platforms } from "./platforms";
import { SentimentCard } from "./sentiment-card";
import { dayText, spanText } from "./span-text";
import { BasisBadge, FilteredEmpty, NothingMeasured, Part } from "./states";
import { TilesRow, TilesSkeleton } from "./tiles";
import { TrendsCard, trendLinesQuery } from "./trends-card";
import { useView } from "./use-view";
import { isFiltered } from "./view";
import { VoiceCard } from "./voice-card";

/** The whole picture: tiles, one large chart, platforms, tone, shares, and where engines disagree. */
export function Overview({ brandId }: { brandId: string }) {
  const { view } = useView();
  const tiles = useQuery(tilesQuery(brandId, view));
  const engines = useQuery(metricsQuery(brandId, view, { metrics: ["mentionRate", "sentiment"], groupBy: "engine" }));
  usePrefetchQuery(trendLinesQuery(brandId, view)); // the chart is asked for beside what decides whether it is shown
  return (
    <div className="flex flex-col gap-6">
      <Part query={tiles} skeleton={<TilesSkeleton />}>
        {(data) => <TilesRow tiles={data} filtered={isFiltered(view)} />}
      </Part>
      <Part query={engines} height="h-[460px]">
        {(data) => <Measured brandId={brandId} engines={data} ever={Boolean(tiles.data?.newestAt)} />}
      </Part>
    </div>
  );
}

function Measured({ brandId, engines, ever }: { brandId: string; engines: Metrics; ever: boolean }) {
  const { view } = useView();
  if (!engines.runs) return <NothingMeasured ever={ever} />;
  if (!engines.groups.length) return isFiltered(view) ? <FilteredEmpty /> : <NothingMeasured ever />;
  return (
    <>
      <Guarded>
        <RangeLine metrics={engines} />
        <Failures metrics={engines} />
        <TrendsCard brandId={brandId} />
      </Guarded>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Guarded>
          <Platforms metrics={engines} />
        </Guarded>
        <div className="flex flex-col gap-6">
          <Guarded>
            <SentimentCard brandId={brandId} />
            <VoiceCard brandId={brandId} />
          </Guarded>
        </div>
      </div>
      <Guarded>
        <Disagreements brandId={brandId} metrics={engines} />
      </Guarded>
    </>
  );
}

/** The days shown, as the server resolved them, and on which basis. */
export function RangeLine({ metrics }: { metrics: Metrics }) {
  const { range, compare, runs, clipped, compareClipped, historyFrom, basis } = metrics;
  const kept = dayText(historyFrom);
  return (
    <p className="tabular flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
      <BasisBadge basis={basis} />
      <span>
        {spanText(range)} · {common.runs(runs)}
      </span>
      {compare ? (
        <span className="text-ink-3">{common.comparedWith(dayText(compare.from), dayText(compare.to))}</span>
      ) : null}
      {clipped ? <span className="text-moderate-text">{common.clipped(kept)}</span> : null}
      {compareClipped ? (
        <span className="text-moderate-text">
          {compare ? common.compareClipped(kept) : common.compareOutside(kept)}
        </span>
      ) : null}
    </p>
  );
}

/** Engines that left questions unanswered; what is missing is no zero. */
function Failures({ metrics }: { metrics: Metrics }) {
  const missing = metrics.groups.filter((group) => group.failed > 0);
  if (!missing.length) return null;
  return (
    <Alert kind="warning" title={words.partialTitle}>
      {missing.map((group) => (
        <p key={group.key}>
          {words.failures(platformName(group.key, group.label), group.failed, group.failed + group.answers)}
        </p>
      ))}
    </Alert>
  );
}
