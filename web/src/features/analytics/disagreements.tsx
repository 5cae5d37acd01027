import { useQueries } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { DataView, type Column } from "@/components/ui/data-view";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { overview as words } from "@/lib/messages/analytics";
import { Link } from "@/lib/navigation";
import { platformName } from "@/lib/readings";

import { metricsQuery, type Metrics } from "./api";
import { DISAGREE, splitsOf, type Named, type Split } from "./disagreement";
import { useView } from "./use-view";

const FIRST = 6;

/** The same question to several engines: who names the brand and who does not. */
export function Disagreements({ brandId, metrics }: { brandId: string; metrics: Metrics }) {
  const { view } = useView();
  const engines = metrics.groups.map(({ key, label }) => ({ id: key, name: platformName(key, label) }));
  const loaded = useQueries({
    queries:
      engines.length > 1
        ? engines.map(({ id }) =>
            metricsQuery(brandId, view, { metrics: ["mentionRate"], groupBy: "prompt", compare: "none", engine: [id] }),
          )
        : [],
  });
  const failed = loaded.find((query) => query.isError);
  const ready = loaded.every((query) => query.data);
  return (
    <Card>
      <CardHeader title={words.disagreements} description={words.disagreementsText} className="mb-3" />
      {engines.length < 2 ? (
        <p className="text-ink-2">{words.oneEngine}</p>
      ) : failed ? (
        <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} />
      ) : ready ? (
        <Splits
          engines={engines}
          splits={splitsOf(engines.map(({ id }, index) => ({ engine: id, metrics: loaded[index]!.data! })))}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Card>
  );
}

type EngineName = { id: string; name: string };

function Splits({ engines, splits }: { engines: EngineName[]; splits: Split[] }) {
  const [all, setAll] = useState(false);
  const { href } = useView();
  const apart = splits.filter((split) => split.spread >= DISAGREE);
  if (!apart.length) return <p className="text-ink-2">{words.disagreementsNone}</p>;
  const columns: Column<Split>[] = [
    {
      key: "prompt",
      title: "Prompt",
      className: "min-w-56",
      cell: (row) => (
        <Link
          to={href({ tab: "prompts", prompt: row.prompt })}
          className="underline-offset-4 hover:text-accent-text hover:underline"
        >
          {row.text}
        </Link>
      ),
    },
    ...engines.map(({ id, name }) => ({
      key: id,
      title: name,
      className: "w-36",
      cell: (row: Split) => (
        <HeatCell
          engine={name}
          named={row.cells.get(id)}
          to={href({ tab: "answers", prompt: row.prompt, engine: [id] })}
        />
      ),
    })),
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-2">{words.disagreeing(apart.length, splits.length)}</p>
      <DataView
        label={words.disagreements}
        columns={columns}
        rows={all ? apart : apart.slice(0, FIRST)}
        rowKey={(row) => row.prompt}
      />
      {apart.length > FIRST ? (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setAll(!all)}>
          {all ? words.showFewer : words.showAll(apart.length)}
        </Button>
      ) : null}
    </div>
  );
}

/** Strong where the brand is named most of the time, plain where never; the words say it too. */
function HeatCell({ engine, named, to }: { engine: string; named: Named | undefined; to: string }) {
  if (!named) return <span className="text-sm text-ink-3">{words.never}</span>;
  const share = named.hits / named.n;
  const look =
    share >= 0.5
      ? "border-transparent bg-accent text-on-accent"
      : share > 0
        ? "border-accent-line bg-accent-surface text-accent-text"
        : "border-line bg-sunken text-ink-2";
  const counts = words.counts(named.hits, named.n);
  return (
    <Link
      to={to}
      aria-label={words.cell(engine, counts)}
      className={cn(
        "tabular inline-flex h-8 w-24 items-center justify-center rounded-button border text-sm font-medium hover:underline",
        look,
      )}
    >
      {counts}
    </Link>
  );
}
