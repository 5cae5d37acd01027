import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { Button } from "@/components/ui/button";
import { SearchBox } from "@/components/ui/search-box";
import { saveCsv, toCsv } from "@/lib/csv";
import { decision, filters as words } from "@/lib/messages/advice";
import { gaps } from "@/lib/messages/gaps";

import { allGapsQuery, type Gap } from "./api/advice";
import { choicesOf, FilterChoice, filterCount, Filters, gapSortChoices, statusChoices } from "./list-controls";
import { useListAddress } from "./list-address";

export const GAP_FILTERS = ["type", "category", "engine", "competitor", "topic"] as const;
export const GAP_SORTS: readonly string[] = gapSortChoices.map(({ value }) => value);
const TYPES = choicesOf(["Major", "Minor", "Moderate"]);

type ControlsProps = { brandId: string; rows: Gap[]; total: number | null };

/** What to show and in which order; only values that occur in this brand's gaps are offered. */
export function ContentGapControls({ brandId, rows, total }: ControlsProps) {
  const { address, change } = useListAddress(GAP_FILTERS, GAP_SORTS);
  const whole = useQuery(allGapsQuery(brandId)).data?.data ?? rows;
  const engines = [
    ...new Map(whole.flatMap((gap) => gap.engines.map(({ engine, name }) => [engine, name] as const))),
  ].map(([value, label]) => ({ value, label }));
  const choices = [
    { name: "type", label: words.type, any: words.anyType, options: TYPES },
    {
      name: "category",
      label: words.category,
      any: words.anyCategory,
      options: choicesOf(whole.map((gap) => gap.category)),
    },
    { name: "engine", label: words.engine, any: words.anyEngine, options: engines },
    {
      name: "competitor",
      label: words.competitor,
      any: words.anyCompetitor,
      options: choicesOf(whole.flatMap((gap) => gap.competitors)),
    },
    { name: "topic", label: words.topic, any: words.anyTopic, options: choicesOf(whole.map((gap) => gap.topic)) },
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <Filters
        className="md:grid-cols-3 xl:grid-cols-5"
        count={filterCount(address)}
        search={
          <SearchBox
            label={words.search}
            value={address.q}
            onChange={(q, refined) => change({ q }, refined)}
            className="col-span-2 xl:col-span-3"
          />
        }
      >
        <FilterChoice
          label={words.status}
          value={address.status}
          options={statusChoices}
          onChange={(status) => change({ status: status === "active" ? null : status })}
        />
        <FilterChoice
          label={words.sort}
          value={address.sort}
          options={gapSortChoices}
          onChange={(sort) => change({ sort: sort === GAP_SORTS[0] ? null : sort })}
        />
        {choices
          .filter(({ name, options }) => options.length > 1 || address.values[name])
          .map(({ name, label, any, options }) => (
            <FilterChoice
              key={name}
              label={label}
              any={any}
              value={address.values[name] ?? ""}
              options={options}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
      </Filters>
      {rows.length ? (
        <div className="flex items-center justify-between gap-3">
          <p role="status" className="tabular text-sm text-ink-3">
            {words.count(rows.length, total, words.gaps)}
          </p>
          <Button variant="ghost" size="sm" onClick={() => saveCsv(words.csvName("content-gaps"), csvOf(rows))}>
            <Download aria-hidden size={16} />
            {words.csv}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The rows in view, one line each. */
export function csvOf(rows: readonly Gap[]): string {
  const header = [
    gaps.category,
    gaps.prompt,
    gaps.aiResponse,
    gaps.gapType,
    gaps.competitor,
    gaps.attackMove,
    words.status,
    decision.reason,
    "n",
    words.topic,
    "Sources",
  ];
  return toCsv(
    header,
    rows.map((row) => [
      row.category,
      row.prompt,
      row.aiResponse,
      row.gapType,
      row.competitors.join("; ") || row.competitor,
      row.attackMove,
      decision.statuses[row.status] ?? row.status,
      row.reason,
      row.n,
      row.topic,
      row.sources.join("; "),
    ]),
  );
}
