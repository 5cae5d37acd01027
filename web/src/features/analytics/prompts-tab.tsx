import { useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";

import { trendsQuery } from "@/api/trends";
import { ReadingCell } from "@/components/charts/reading";
import { MetricInfo } from "@/components/metrics/metric-info";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { orderOf } from "@/lib/readings";
import { useSort } from "@/lib/use-sort";
import { prompts as words } from "@/lib/messages/analytics-tables";
import { metricNames, view as common } from "@/lib/messages/analytics";

import type { AnalyticsParts } from "./analytics-screen";
import { metricsQuery, type Prompt } from "./api";
import { promptsQuery } from "./api/prompts";
import { LimitLine } from "./limit-line";
import { PromptActions } from "./prompt-actions";
import { AskedCell, NamedCell, QuestionCell, RateCell } from "./prompt-cells";
import { PromptDrawer } from "./prompt-drawer";
import { PromptForm } from "./prompt-form";
import { PromptImport } from "./prompt-import";
import { rowsOf, type PromptRow } from "./prompt-rows";
import { PromptSuggestions } from "./prompt-suggestions";
import { BasisBadge, FilteredEmpty, Part, useEditing } from "./states";
import { useView } from "./use-view";
import { isFiltered, type MetricName } from "./view";

/** Every question that is asked, with what came back; the list can be changed here. */
export function PromptsTab({
  brandId,
  AnswerList,
  Planner,
}: Pick<AnalyticsParts, "AnswerList" | "Planner"> & { brandId: string }) {
  const { view, change } = useView();
  const { canEdit, reason } = useEditing(brandId);
  const prompts = useQuery(promptsQuery(brandId));
  const metrics = useQuery(
    metricsQuery(brandId, view, {
      metrics: ["mentionRate", "avgPosition", "sentiment"],
      groupBy: "prompt",
      rivals: true,
    }),
  );
  const searches = useQuery(trendsQuery(brandId));
  const [form, setForm] = useState<{ prompt: Prompt | null } | null>(null);
  const [importing, setImporting] = useState(false);
  const open = prompts.data?.data.find((row) => row.id === view.prompt) ?? null;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="max-w-prose text-ink-2">{words.text}</p>
          <LimitLine feature="prompts.max" text={words.limit} reached={words.limitReached} />
          {reason ? <p className="text-sm text-ink-3">{reason}</p> : null}
        </div>
        {canEdit ? (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setImporting(true)}>
              <Upload aria-hidden size={16} /> {words.import}
            </Button>
            <Button onClick={() => setForm({ prompt: null })}>
              <Plus aria-hidden size={16} /> {words.add}
            </Button>
          </div>
        ) : null}
      </div>
      <PromptSuggestions brandId={brandId} canEdit={canEdit} />
      {canEdit ? <Plan brandId={brandId} Planner={Planner} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox
          label={words.search}
          value={view.q}
          onChange={(q, refined) => change({ q }, refined)}
          className="min-w-56 max-w-md flex-1"
        />
        <BasisBadge basis={metrics.data?.basis} />
      </div>
      <Part query={prompts} height="h-96">
        {(list) => (
          <Part query={metrics} height="h-96">
            {(numbers) => (
              <Table
                brandId={brandId}
                rows={rowsOf(list.data, numbers, view, searches.data?.data)}
                any={list.data.length > 0}
                canEdit={canEdit}
                onEdit={(prompt) => setForm({ prompt })}
              />
            )}
          </Part>
        )}
      </Part>
      {form ? <PromptForm brandId={brandId} prompt={form.prompt} onClose={() => setForm(null)} /> : null}
      {importing ? <PromptImport brandId={brandId} onClose={() => setImporting(false)} /> : null}
      <PromptDrawer brandId={brandId} prompt={open} AnswerList={AnswerList} onClose={() => change({ prompt: null })} />
    </div>
  );
}

const valueOf = (metric: MetricName) => (row: PromptRow) => orderOf(row.group?.values[metric]);

type TableProps = {
  brandId: string;
  rows: PromptRow[];
  any: boolean;
  canEdit: boolean;
  onEdit: (prompt: Prompt) => void;
};

function Table({ brandId, rows, any, canEdit, onEdit }: TableProps) {
  const { view, numberHref } = useView();
  const sorting = useSort();
  const open = (metric: MetricName, row: PromptRow) => ({
    to: numberHref(metric, { by: "prompt", key: row.id }),
    name: `${metricNames[metric]}, ${row.text}`,
  });
  if (!rows.length)
    return any && (isFiltered(view) || view.q) ? (
      <FilteredEmpty />
    ) : (
      <EmptyState title={words.none} text={words.noneText} />
    );
  const columns: Column<PromptRow>[] = [
    {
      key: "prompt",
      title: words.prompt,
      className: "min-w-44 xl:min-w-60",
      sort: (row) => row.text,
      cell: (row) => <QuestionCell row={row} />,
    },
    {
      key: "rate",
      title: words.rate,
      about: <MetricInfo metric="mentionRate" name={words.rate} />,
      numeric: true,
      sort: valueOf("mentionRate"),
      cell: (row) => <RateCell row={row} open={open("mentionRate", row)} />,
    },
    {
      key: "position",
      title: words.position,
      about: <MetricInfo metric="position" name={words.position} />,
      numeric: true,
      sort: valueOf("avgPosition"),
      cell: (row) => <ReadingCell reading={row.group?.values["avgPosition"]} open={open("avgPosition", row)} />,
    },
    {
      key: "sentiment",
      title: words.sentiment,
      about: <MetricInfo metric="sentiment" name={words.sentiment} />,
      numeric: true,
      sort: valueOf("sentiment"),
      cell: (row) => <ReadingCell reading={row.group?.values["sentiment"]} open={open("sentiment", row)} />,
    },
    {
      key: "demand",
      title: words.demand,
      about: <MetricInfo metric="aiDemand" name={words.demand} />,
      numeric: true,
      sort: (row) => row.demand,
      cell: (row) =>
        row.demand === null ? (
          <span className="text-ink-3" title={words.demandUnknown}>
            {common.nothing}
          </span>
        ) : (
          Math.round(row.demand)
        ),
    },
    {
      key: "competitors",
      title: words.competitors,
      className: "min-w-36",
      sort: (row) => row.group?.rivals?.[0]?.answers,
      numeric: false,
      cell: (row) => <NamedCell group={row.group} />,
    },
    {
      key: "asked",
      title: words.lastRun,
      sort: (row) => row.group?.lastAskedAt,
      cell: (row) => <AskedCell at={row.group?.lastAskedAt ?? null} />,
    },
  ];
  if (canEdit)
    columns.push({
      key: "actions",
      title: common.actions,
      action: true,
      cell: (row) => <PromptActions brandId={brandId} prompt={row} onEdit={() => onEdit(row)} />,
    });
  return <DataView label={words.title} columns={columns} rows={rows} rowKey={(row) => row.id} sorting={sorting} />;
}

/** Asked for only when it is opened: it works out what earlier answers varied by. */
function Plan({ brandId, Planner }: Pick<AnalyticsParts, "Planner"> & { brandId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit font-medium text-accent-text">{words.planner}</summary>
      <div className="mt-3 max-w-prose">{open ? <Planner brandId={brandId} /> : null}</div>
    </details>
  );
}
