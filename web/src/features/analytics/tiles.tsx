import type { ReactNode } from "react";

import { MetricInfo } from "@/components/metrics/metric-info";
import { OpenNumber } from "@/components/metrics/open-number";
import { Skeleton } from "@/components/ui/skeleton";
import { useParamsLink } from "@/lib/address-params";
import { longDate, signed } from "@/lib/format";
import { overview as words, verdicts, view } from "@/lib/messages/analytics";
import { dashboard } from "@/lib/messages/visibility";
import { cn } from "@/lib/cn";
import { movementText, rangeText } from "@/lib/readings";
import { inkOf } from "@/lib/score-words";

import type { Tiles } from "./api";
import { BasisBadge } from "./states";

const grid = "grid grid-cols-1 gap-4 min-[420px]:grid-cols-2 xl:grid-cols-4";
const frame = "rounded-card border border-line bg-surface p-4 sm:p-5";

/** The four numbers above everything: each with its interval or the reason why there is none. */
export function TilesRow({ tiles, filtered }: { tiles: Tiles; filtered: boolean }) {
  const { overall, growth, responseTime, basis, asOf, runId } = tiles;
  const here = useParamsLink();
  const moved = overall ? movementText(overall.delta, "score100") : null;
  const evidence = here({ evidence: "overall", analysis: runId });
  return (
    <>
      {filtered && asOf ? <p className="-mb-3 text-sm text-ink-3">{words.tilesUnfiltered(longDate(asOf))}</p> : null}
      <dl className={grid}>
        <Tile
          name={words.score}
          metric="overall"
          asOf={asOf}
          counted={overall ? words.n(overall.n) : null}
          to={evidence}
          badge={overall ? <BasisBadge basis={basis} /> : null}
          value={overall ? Math.round(overall.value) : null}
          aside={overall && overall.low < overall.high ? rangeText(overall.low, overall.high, "score100") : null}
          note={
            overall && moved ? (
              <>
                {overall.standsFor ? `${dashboard.standsFor[overall.standsFor]} · ` : ""}
                <span className={inkOf[moved.tone]}>{moved.text}</span> · {words.n(overall.n)}
              </>
            ) : (
              words.scoreNone
            )
          }
        />
        <Tile
          name={words.growth}
          metric="monthlyGrowth"
          asOf={asOf}
          to={evidence}
          value={!growth || growth.value === null ? null : `${signed(Math.round(growth.value))} %`}
          note={growthNote(growth)}
        />
        <Reach />
        <Tile
          name={words.response}
          metric="responseTime"
          asOf={asOf}
          to={here({ evidence: "technical" })}
          value={responseTime ? `${Math.max(1, Math.round(responseTime.value))} ms` : null}
          note={responseTime ? words.responseOf(responseTime.pages) : words.responseNone}
        />
      </dl>
    </>
  );
}

function growthNote(growth: Tiles["growth"]): string {
  if (!growth) return words.scoreNone;
  const since = growth.since ? ` · ${words.growthSince(longDate(growth.since))}` : "";
  switch (growth.verdict) {
    case "new":
      return words.growthNew;
    case "probably moving":
      return verdicts.probable + since;
    case "within noise":
      return verdicts.noise + since;
    case "model changed":
      return verdicts.model + since;
    case "not enough data":
      return verdicts.enough + since;
    default:
      return since.slice(3);
  }
}

type TileProps = {
  name: string;
  metric: string;
  value: ReactNode | null;
  aside?: string | null;
  badge?: ReactNode;
  note: ReactNode;
  to?: string;
  counted?: string | null;
  asOf?: string | null;
};

function Tile({ name, metric, value, aside = null, badge = null, note, to, counted = null, asOf = null }: TileProps) {
  const number = (
    <span className="tabular flex items-baseline gap-2">
      <span className={cn("text-2xl font-semibold", value === null && "text-ink-3")}>{value ?? view.nothing}</span>
      {aside ? <span className="text-ink-2">{aside}</span> : null}
    </span>
  );
  return (
    <div className={cn(frame, "flex flex-col gap-1.5")}>
      <dt className="flex items-center justify-between gap-2 text-sm text-ink-2">
        <span className="inline-flex items-center gap-1">
          {name}
          <MetricInfo metric={metric} name={name} counted={counted} asOf={asOf} />
        </span>
        {badge}
      </dt>
      <dd className="flex flex-1 flex-col items-start gap-1">
        {to && value !== null ? (
          <OpenNumber to={to} name={name}>
            {number}
          </OpenNumber>
        ) : (
          number
        )}
        <span className="text-sm text-ink-3">{note}</span>
      </dd>
    </div>
  );
}

/** The same tiles before their numbers are known: what never depends on them stands there already. */
export function TilesSkeleton() {
  const unknown = <Skeleton className="mt-1 h-4 w-3/4" />;
  return (
    <dl className={grid} aria-busy>
      {[words.score, words.growth, words.reach, words.response].map((name) =>
        name === words.reach ? (
          <Reach key={name} />
        ) : (
          <Tile
            key={name}
            name={name}
            metric={SKELETON_OF[name] ?? "overall"}
            value={<Skeleton className="h-8 w-16" />}
            note={unknown}
          />
        ),
      )}
    </dl>
  );
}

const SKELETON_OF: Record<string, string> = {
  [words.score]: "overall",
  [words.growth]: "monthlyGrowth",
  [words.response]: "responseTime",
};

/** No source tells how often a question is asked, and the tile says so instead of guessing. */
function Reach() {
  return <Tile name={words.reach} metric="audienceReach" value={null} note={words.reachWhy} />;
}
