import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";

import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Tooltip } from "@/components/ui/tooltip";
import { SearchBox } from "@/components/ui/search-box";
import { saveCsv, toCsv } from "@/lib/csv";
import { sources as words } from "@/lib/messages/analytics-tables";
import { view as common } from "@/lib/messages/analytics";
import { Link } from "@/lib/navigation";
import { platformName } from "@/lib/readings";
import { useSort } from "@/lib/use-sort";

import { enginesQuery, sourcesQuery, type Source, type Sources } from "./api";
import { BasisBadge, FilteredEmpty, Part } from "./states";
import { useView } from "./use-view";
import type { View } from "./view";

const PAGE = 50;
const MOST = 200; // of one answer of the API
/** What the server can put all of them in order by. */
const SORTS = ["source", "type", "cited", "retrieved", "gap"].flatMap((name) => [name, `-${name}`]);
const TONES: Record<string, Tone> = { owned: "accent", competitor: "moderate" };

/** What answers stand on: domains or pages, cited against only retrieved, and where a competitor is cited instead. */
export function SourcesTab({ brandId }: { brandId: string }) {
  const { view, change } = useView();
  const [limit, setLimit] = useState(PAGE);
  const { sort } = useSort();
  const query = useQuery({
    ...sourcesQuery(brandId, view, limit, SORTS.includes(sort ?? "") ? sort : null),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-ink-2">{words.text}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={words.group}
          value={view.group}
          onChange={(group) => change({ group })}
          choices={[
            { value: "domain", label: words.domains },
            { value: "url", label: words.urls },
          ]}
        />
        <span className="w-40">
          <Select
            aria-label={words.type}
            value={view.class ?? "all"}
            onChange={(event) =>
              change({ class: event.target.value === "all" ? null : (event.target.value as View["class"]) })
            }
          >
            <option value="all">{words.allTypes}</option>
            {Object.entries(words.types).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </span>
        <SearchBox
          label={words.search}
          value={view.q}
          onChange={(q, refined) => change({ q }, refined)}
          className="min-w-48 flex-1"
        />
      </div>
      <Part query={query} height="h-96">
        {(data) => (
          <Table
            data={data}
            more={data.total > data.data.length && limit < MOST ? () => setLimit(Math.min(MOST, limit + PAGE)) : null}
          />
        )}
      </Part>
    </div>
  );
}

/** How alike the sources of consecutive runs are; below enough runs, how many there are. */
function Steadiness({ stability }: { stability: Sources["stability"] }) {
  const { value, low, high, runs, shownFromRuns, early } = stability;
  const text =
    value === null
      ? words.stabilityFrom(runs, shownFromRuns)
      : words.stability(
          String(Math.round(value)),
          `${Math.round(low ?? value)}–${Math.round(high ?? value)}`,
          runs,
          early,
        );
  return (
    <Tooltip content={words.stabilityText}>
      <span tabIndex={0} className="rounded-[3px] underline decoration-dotted underline-offset-4">
        {text}
      </span>
    </Tooltip>
  );
}

function Table({ data, more }: { data: Sources; more: (() => void) | null }) {
  const { view, href } = useView();
  const sorting = useSort();
  const engines = useQuery(enginesQuery);
  const narrowed = view.engine.length > 0 || view.class !== null || view.q !== "";
  if (!data.data.length) return narrowed ? <FilteredEmpty /> : <EmptyState title={words.none} text={words.noneText} />;
  const nameOf = (id: string) => platformName(id, engines.data?.find((engine) => engine.id === id)?.name ?? id);
  const download = () => saveCsv(`sources-${data.range.from}-${data.range.to}.csv`, csvOf(data));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="tabular flex flex-wrap items-center gap-2 text-sm text-ink-3">
          <BasisBadge basis={data.basis} />
          {words.shown(data.data.length, data.total)} · {words.citations(data.citations)}
          <Steadiness stability={data.stability} />
        </p>
        <Button variant="secondary" size="sm" onClick={download}>
          <Download aria-hidden size={16} /> {common.csv}
        </Button>
      </div>
      <DataView
        label={words.title}
        columns={columns(view.group, nameOf, href)}
        rows={data.data}
        rowKey={(row) => row.key}
        sorting={sorting}
      />
      {more ? (
        <Button variant="secondary" onClick={more}>
          {common.loadMore}
        </Button>
      ) : null}
    </div>
  );
}

function columns(
  group: View["group"],
  nameOf: (id: string) => string,
  href: (patch: Partial<View>) => string,
): Column<Source>[] {
  return [
    {
      key: "source",
      sort: "source",
      title: words.source,
      className: "min-w-64",
      cell: (row) => (
        <Name row={row} group={group} to={href({ tab: "answers", domain: row.domain, q: "", class: null })} />
      ),
    },
    { key: "type", sort: "type", title: words.type, cell: (row) => <SourceType row={row} /> },
    { key: "cited", sort: "cited", title: words.cited, numeric: true, cell: (row) => row.cited },
    { key: "retrieved", sort: "retrieved", title: words.retrieved, numeric: true, cell: (row) => row.retrieved },
    {
      key: "engines",
      title: words.engines,
      className: "min-w-32",
      cell: (row) => <span className="text-ink-2">{row.engines.map(nameOf).join(", ")}</span>,
    },
    {
      key: "gap",
      sort: "gap",
      title: words.gap,
      cell: (row) => (row.gap ? <Gap row={row} /> : <span className="text-ink-3">–</span>),
    },
  ];
}

function Name({ row, group, to }: { row: Source; group: View["group"]; to: string }) {
  const name = group === "domain" ? row.domain : row.title || row.key;
  return (
    <span className="block min-w-0">
      <Link
        to={to}
        aria-label={words.openAnswers(name)}
        className="font-medium underline-offset-4 wrap-anywhere hover:text-accent-text hover:underline"
      >
        {name}
      </Link>
      <span className="block text-sm text-ink-3 wrap-anywhere">
        {group === "domain" ? words.pages(row.pages) : row.key}
      </span>
    </span>
  );
}

function SourceType({ row }: { row: Source }) {
  if (!row.sourceClass) return <span className="text-ink-3">{words.unknown}</span>;
  const label = words.types[row.sourceClass] ?? row.sourceClass;
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={TONES[row.sourceClass] ?? "neutral"}>{label}</Badge>
      {row.owner && row.sourceClass === "competitor" ? <span className="text-sm text-ink-3">{row.owner}</span> : null}
    </span>
  );
}

function Gap({ row }: { row: Source }) {
  const text = words.gapText(row.withoutBrand, row.cited);
  return (
    <Tooltip content={text}>
      <span tabIndex={0} className="inline-flex rounded-full">
        <Badge tone="attention">{words.gapShort}</Badge>
        <span className="sr-only">{text}</span>
      </span>
    </Tooltip>
  );
}

/** The sources shown, as numbers. */
export function csvOf(data: Sources): string {
  const rows = data.data.map((row) => [
    row.key,
    row.domain,
    row.title,
    row.sourceClass,
    row.owner,
    row.cited,
    row.retrieved,
    row.withoutBrand,
    row.pages,
    row.engines.join("; "),
    row.gap ? "yes" : "no",
  ]);
  return toCsv(
    [
      "source",
      "domain",
      "title",
      "type",
      "owner",
      "cited",
      "retrieved",
      "cited without brand",
      "pages",
      "engines",
      "gap",
    ],
    rows,
  );
}
