import { useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";

import { Movement, ReadingCell } from "@/components/charts/reading";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { orderOf } from "@/lib/readings";
import { useSort } from "@/lib/use-sort";
import { prompts as words } from "@/lib/messages/analytics-tables";
import { view as common } from "@/lib/messages/analytics";

import type { AnalyticsParts } from "./analytics-screen";
import { metricsQuery, promptsQuery, type Group, type Metrics, type Prompt } from "./api";
import { LimitLine } from "./limit-line";
import { PromptActions } from "./prompt-actions";
import { PromptDrawer } from "./prompt-drawer";
import { PromptForm } from "./prompt-form";
import { PromptImport } from "./prompt-import";
import { PromptSuggestions } from "./prompt-suggestions";
import { BasisBadge, FilteredEmpty, Part, useEditing } from "./states";
import { useView } from "./use-view";
import { isFiltered, type MetricName, type View } from "./view";

export type PromptRow = Prompt & { group: Group | null };

/** Every question that is asked, with what came back; the list can be changed here. */
export function PromptsTab({ brandId, AnswerList }: { brandId: string; AnswerList: AnalyticsParts["AnswerList"] }) {
  const { view, change } = useView();
  const { canEdit, reason } = useEditing(brandId);
  const prompts = useQuery(promptsQuery(brandId));
  const metrics = useQuery(metricsQuery(brandId, view, { metrics: ["mentionRate", "avgPosition", "sentiment"], groupBy: "prompt" }));
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
            <Button look="secondary" onClick={() => setImporting(true)}>
              <Upload aria-hidden size={16} /> {words.import}
            </Button>
            <Button onClick={() => setForm({ prompt: null })}>
              <Plus aria-hidden size={16} /> {words.add}
            </Button>
          </div>
        ) : null}
      </div>
      <PromptSuggestions brandId={brandId} canEdit={canEdit} />
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label={words.search} value={view.q} onChange={(q, refined) => change({ q }, refined)} className="min-w-56 max-w-md flex-1" />
        <BasisBadge basis={metrics.data?.basis} />
      </div>
      <Part query={prompts} height="h-96">
        {(list) => (
          <Part query={metrics} height="h-96">
            {(numbers) => <Table brandId={brandId} rows={rowsOf(list.data, numbers, view)} any={list.data.length > 0} canEdit={canEdit} onEdit={(prompt) => setForm({ prompt })} />}
          </Part>
        )}
      </Part>
      {form ? <PromptForm brandId={brandId} prompt={form.prompt} onClose={() => setForm(null)} /> : null}
      {importing ? <PromptImport brandId={brandId} onClose={() => setImporting(false)} /> : null}
      <PromptDrawer brandId={brandId} prompt={open} AnswerList={AnswerList} onClose={() => change({ prompt: null })} />
    </div>
  );
}

/** The list in its own order, with each question's numbers beside it. */
export function rowsOf(list: Prompt[], metrics: Metrics, view: Pick<View, "topic" | "intent" | "q">): PromptRow[] {
  const groups = new Map(metrics.groups.map((group) => [group.key, group]));
  const wanted = view.q.toLocaleLowerCase();
  return list
    .filter((row) => !view.topic.length || view.topic.includes(row.topic))
    .filter((row) => !view.intent.length || view.intent.includes(row.intent))
    .filter((row) => !wanted || row.text.toLocaleLowerCase().includes(wanted))
    .map((row) => ({ ...row, group: groups.get(row.id) ?? null }));
}

const valueOf = (metric: MetricName) => (row: PromptRow) => orderOf(row.group?.values[metric]);

type TableProps = { brandId: string; rows: PromptRow[]; any: boolean; canEdit: boolean; onEdit: (prompt: Prompt) => void };

function Table({ brandId, rows, any, canEdit, onEdit }: TableProps) {
  const { view } = useView();
  const sorting = useSort();
  if (!rows.length) return any && (isFiltered(view) || view.q) ? <FilteredEmpty /> : <EmptyState title={words.none} text={words.noneText} />;
  const columns: Column<PromptRow>[] = [
    { key: "prompt", title: words.prompt, className: "min-w-44 xl:min-w-60", sort: (row) => row.text, cell: (row) => <Name row={row} /> },
    { key: "rate", title: words.rate, numeric: true, sort: valueOf("mentionRate"), cell: (row) => (row.group ? <ReadingCell reading={row.group.values["mentionRate"]} /> : <span className="text-sm text-ink-3">{words.notAsked}</span>) },
    { key: "position", title: words.position, numeric: true, sort: valueOf("avgPosition"), cell: (row) => <ReadingCell reading={row.group?.values["avgPosition"]} /> },
    { key: "sentiment", title: words.sentiment, numeric: true, sort: valueOf("sentiment"), cell: (row) => <ReadingCell reading={row.group?.values["sentiment"]} /> },
    { key: "change", title: words.change, sort: (row) => row.group?.values["mentionRate"]?.delta?.points, className: "w-28 xl:w-36", cell: (row) => <Movement delta={row.group?.values["mentionRate"]?.delta} unit="percent" /> },
    { key: "answers", title: words.answers, numeric: true, sort: (row) => row.group?.answers, cell: (row) => row.group?.answers ?? 0 },
  ];
  if (canEdit) columns.push({ key: "actions", title: common.actions, action: true, cell: (row) => <PromptActions brandId={brandId} prompt={row} onEdit={() => onEdit(row)} /> });
  return <DataView label={words.title} columns={columns} rows={rows} rowKey={(row) => row.id} sorting={sorting} />;
}

function Name({ row }: { row: PromptRow }) {
  const { change } = useView();
  return (
    <span className="flex flex-col items-start gap-1">
      <button type="button" aria-label={words.open(row.text)} onClick={() => change({ prompt: row.id })} className="text-left font-medium underline-offset-4 hover:text-accent-text hover:underline">
        {row.text}
      </button>
      <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
        {row.topic || common.noTopic} · {common.intents[row.intent] ?? row.intent}
        {row.status === "paused" ? <Badge>{words.paused}</Badge> : null}
      </span>
    </span>
  );
}
