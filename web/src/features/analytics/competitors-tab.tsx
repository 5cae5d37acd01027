import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Movement, ReadingCell } from "@/components/charts/reading";
import { MetricInfo } from "@/components/metrics/metric-info";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DataView, type Column } from "@/components/ui/data-view";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import { competitors as words } from "@/lib/messages/analytics-tables";
import { metricNames, view as common } from "@/lib/messages/analytics";
import { Link } from "@/lib/navigation";
import { orderOf } from "@/lib/readings";
import { useSort } from "@/lib/use-sort";

import { metricsQuery, type Competitor, type Group } from "./api";
import { competitorsQuery } from "./api/competitors";
import { CompetitorActions } from "./competitor-actions";
import { CompetitorForm } from "./competitor-form";
import { CompetitorSuggestions } from "./competitor-suggestions";
import { LimitLine } from "./limit-line";
import { BasisBadge, FilteredEmpty, NothingMeasured, Part, useEditing } from "./states";
import { useView } from "./use-view";
import { isFiltered, type MetricName } from "./view";

/** The brand among the names it tracks, and the list of those names. */
export function CompetitorsTab({ brandId }: { brandId: string }) {
  const { view } = useView();
  const { canEdit, reason } = useEditing(brandId);
  const list = useQuery(competitorsQuery(brandId));
  const board = useQuery(
    metricsQuery(brandId, view, {
      metrics: ["mentionRate", "shareOfVoice", "avgPosition", "recommendationRate"],
      groupBy: "competitor",
    }),
  );
  const [form, setForm] = useState<{ competitor: Competitor | null } | null>(null);
  const rows = list.data?.data ?? [];
  const tracked = rows.filter((row) => row.status === "tracked");
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-baseline gap-2 text-ink-2">
            {words.text} <BasisBadge basis={board.data?.basis} />
          </p>
          <LimitLine feature="competitors.max" text={words.limit} reached={words.limitReached} />
          {reason ? <p className="text-sm text-ink-3">{reason}</p> : null}
        </div>
        {canEdit ? (
          <Button onClick={() => setForm({ competitor: null })}>
            <Plus aria-hidden size={16} /> {words.add}
          </Button>
        ) : null}
      </div>
      <CompetitorSuggestions
        brandId={brandId}
        suggested={rows.filter((row) => row.status === "suggested")}
        tracked={tracked}
        canEdit={canEdit}
      />
      <Part query={list} height="h-64">
        {() => (
          <Part query={board} height="h-64">
            {(data) =>
              data.groups.length ? (
                <Board
                  groups={data.groups}
                  tracked={tracked}
                  brandId={brandId}
                  canEdit={canEdit}
                  onEdit={(competitor) => setForm({ competitor })}
                />
              ) : isFiltered(view) ? (
                <FilteredEmpty />
              ) : (
                <NothingMeasured ever />
              )
            }
          </Part>
        )}
      </Part>
      {list.data && !tracked.length ? <p className="max-w-prose text-ink-2">{words.noneText}</p> : null}
      {form ? <CompetitorForm brandId={brandId} competitor={form.competitor} onClose={() => setForm(null)} /> : null}
    </div>
  );
}

/** A competitor that was just tracked has no place until earlier answers are counted for it. */
const uncounted = (row: Group) => !!row.answers && !row.values["mentionRate"];

const valueOf = (metric: MetricName) => (row: Group) => orderOf(row.values[metric]);

type BoardProps = {
  groups: Group[];
  tracked: Competitor[];
  brandId: string;
  canEdit: boolean;
  onEdit: (competitor: Competitor) => void;
};

function Board({ groups, tracked, brandId, canEdit, onEdit }: BoardProps) {
  const { href, numberHref } = useView();
  const sorting = useSort();
  const open = (metric: MetricName, row: Group) => ({
    to: numberHref(metric, { by: "competitor", key: row.key }),
    name: `${metricNames[metric]}, ${row.label}`,
  });
  const columns: Column<Group>[] = [
    {
      key: "place",
      title: words.place,
      numeric: true,
      className: "w-16",
      sort: (row) => groups.indexOf(row),
      cell: (row) => (uncounted(row) ? "" : groups.indexOf(row) + 1),
    },
    {
      key: "name",
      title: words.name,
      className: "min-w-40",
      sort: (row) => row.label,
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          <Link
            to={href({ tab: "answers", entity: row.key })}
            aria-label={words.answersNaming(row.label)}
            className={cn("font-medium underline-offset-4 hover:underline", row.key === "brand" && "text-accent-text")}
          >
            {row.label}
          </Link>
          {row.key === "brand" ? <Badge tone="accent">{words.you}</Badge> : null}
          {uncounted(row) ? (
            <Tooltip content={words.notCountedText}>
              <span tabIndex={0}>
                <Badge tone="neutral">{words.notCounted}</Badge>
              </span>
            </Tooltip>
          ) : null}
        </span>
      ),
    },
    {
      key: "rate",
      title: words.rate,
      about: <MetricInfo metric="mentionRate" name={words.rate} />,
      numeric: true,
      sort: valueOf("mentionRate"),
      cell: (row) => <ReadingCell reading={row.values["mentionRate"]} open={open("mentionRate", row)} />,
    },
    {
      key: "change",
      title: words.change,
      sort: (row) => row.values["mentionRate"]?.delta?.points,
      className: "w-28 xl:w-36",
      cell: (row) => <Movement delta={row.values["mentionRate"]?.delta} unit="percent" />,
    },
    {
      key: "voice",
      title: words.voice,
      about: <MetricInfo metric="shareOfVoice" name={words.voice} />,
      numeric: true,
      sort: valueOf("shareOfVoice"),
      cell: (row) => <ReadingCell reading={row.values["shareOfVoice"]} open={open("shareOfVoice", row)} />,
    },
    {
      key: "position",
      title: words.position,
      about: <MetricInfo metric="position" name={words.position} />,
      numeric: true,
      sort: valueOf("avgPosition"),
      cell: (row) => <ReadingCell reading={row.values["avgPosition"]} open={open("avgPosition", row)} />,
    },
    {
      key: "picks",
      title: words.picks,
      about: <MetricInfo metric="recommendationRate" name={words.picks} />,
      numeric: true,
      sort: valueOf("recommendationRate"),
      cell: (row) => <ReadingCell reading={row.values["recommendationRate"]} open={open("recommendationRate", row)} />,
    },
  ];
  if (canEdit) {
    columns.push({
      key: "actions",
      title: common.actions,
      action: true,
      cell: (row) => {
        const competitor = tracked.find((item) => item.id === row.key);
        return competitor ? (
          <CompetitorActions brandId={brandId} competitor={competitor} onEdit={() => onEdit(competitor)} />
        ) : null;
      },
    });
  }
  return <DataView label={words.title} columns={columns} rows={groups} rowKey={(row) => row.key} sorting={sorting} />;
}
