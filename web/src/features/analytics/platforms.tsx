import { useQuery } from "@tanstack/react-query";

import { Whisker } from "@/components/charts/whisker";
import { MetricInfo } from "@/components/metrics/metric-info";
import { OpenNumber } from "@/components/metrics/open-number";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { metricNames, overview as words } from "@/lib/messages/analytics";
import { analytics } from "@/lib/messages/sections";
import { Link } from "@/lib/navigation";
import { settingsPaths } from "@/lib/settings-sections";
import { platformName, pointText } from "@/lib/readings";

import { enginesQuery, type Engine, type Group, type Metrics } from "./api";
import { Part } from "./states";
import { useView } from "./use-view";
import { COUNTED } from "./view";

type Row = { id: string; name: string; group: Group | null; engine: Engine | null };

/** Engines by mention rate; those without a number last, and none of the four left out. */
export function rowsOf(groups: Group[], engines: Engine[]): Row[] {
  const order = (id: string) => {
    const at = (analytics.platformNames as readonly string[]).indexOf(
      platformName(id, engines.find((engine) => engine.id === id)?.name ?? id),
    );
    return at < 0 ? analytics.platformNames.length : at;
  };
  const measured = new Map(groups.map((group) => [group.key, group]));
  const listed = engines.filter(
    (engine) =>
      measured.has(engine.id) ||
      (engine.basis === "assistants" && (engine.id !== "compatible" || engine.status !== "not-connected")),
  );
  const rows: Row[] = listed.map((engine) => ({
    id: engine.id,
    name: platformName(engine.id, engine.name),
    group: measured.get(engine.id) ?? null,
    engine,
  }));
  for (const group of groups)
    if (!listed.some((engine) => engine.id === group.key))
      rows.push({ id: group.key, name: group.label, group, engine: null });
  const rate = (row: Row) => row.group?.values["mentionRate"]?.value ?? -1;
  return rows.sort((a, b) => rate(b) - rate(a) || order(a.id) - order(b.id));
}

export function Platforms({ metrics }: { metrics: Metrics }) {
  const engines = useQuery(enginesQuery);
  return (
    <Card>
      <CardHeader
        title={analytics.platforms}
        about={<MetricInfo metric="mentionRate" name={metricNames["mentionRate"]!} asOf={metrics.asOf} />}
        description={words.platformsText}
      />
      <Part query={engines}>
        {(list) => (
          <ul>
            {rowsOf(metrics.groups, list).map((row) => (
              <li key={row.id} className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
                <Platform row={row} />
              </li>
            ))}
          </ul>
        )}
      </Part>
    </Card>
  );
}

function Platform({ row }: { row: Row }) {
  const { href, numberHref } = useView();
  const reading = row.group?.values["mentionRate"];
  if (!row.group || !reading) return <Silent row={row} />;
  const { failed, answers } = row.group;
  const text = pointText(reading, reading.unit);
  const shown = reading.value === null && reading.hits !== null ? words.counts(reading.hits, reading.n) : text;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={href({ tab: "answers", engine: [row.id] })}
          aria-label={words.answersOf(row.name)}
          className="font-medium underline-offset-4 hover:text-accent-text hover:underline"
        >
          {row.name}
        </Link>
        <OpenNumber
          to={numberHref("mentionRate", { by: "engine", key: row.id })}
          name={`${metricNames["mentionRate"]}, ${row.name}`}
          className="tabular font-medium"
        >
          {shown}
        </OpenNumber>
      </div>
      {reading.value === null ? null : (
        <Whisker
          value={reading.value}
          low={reading.low ?? reading.value}
          high={reading.high ?? reading.value}
          summary={`${row.name}: ${text}`}
        />
      )}
      <p className="tabular flex flex-wrap gap-x-3 text-sm text-ink-3">
        <OpenNumber to={href({ tab: "answers", engine: [row.id], ...COUNTED })} name={row.name}>
          {words.n(answers)}
        </OpenNumber>
        {row.engine ? <span>{[row.engine.model, row.engine.surface].filter(Boolean).join(" · ")}</span> : null}
        {failed ? <span className="text-moderate-text">{words.failedOf(failed, failed + answers)}</span> : null}
      </p>
    </div>
  );
}

const REASONS: Record<Engine["status"], string> = {
  connected: words.noData,
  "not-connected": words.notConnected,
  disabled: words.disabled,
  suspended: words.suspended,
};

/** An engine without a number, and what stands in the way. */
function Silent({ row: { name, engine } }: { row: Row }) {
  const reason = engine
    ? engine.status === "connected" && !engine.enabledOnPlan
      ? words.notOnPlan
      : REASONS[engine.status]
    : words.noData;
  const connectable = engine && engine.status !== "connected";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="text-ink-2">{name}</span>
      <span className="flex items-center gap-3">
        {connectable ? (
          <Link to={settingsPaths.assistants} className="text-sm text-accent-text underline-offset-4 hover:underline">
            {words.connect(name)}
          </Link>
        ) : null}
        <Badge tone={engine?.status === "suspended" ? "moderate" : "neutral"}>{reason}</Badge>
      </span>
    </div>
  );
}
