import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { SearchBox } from "@/components/ui/search-box";
import { answers as words } from "@/lib/messages/analytics-tables";
import { view as common } from "@/lib/messages/analytics";

import type { AnalyticsParts } from "./analytics-screen";
import { answersQuery } from "./api";
import { promptsQuery } from "./api/prompts";
import { competitorsQuery } from "./api/competitors";
import { Chip } from "./controls";
import { ReviewQueue } from "./review-queue";
import { FilteredEmpty } from "./states";
import { useView } from "./use-view";
import { daysOf, isFiltered, type View } from "./view";

type AnswersTabProps = { brandId: string } & Pick<AnalyticsParts, "AnswerList" | "ImportButton">;

/** Every stored answer, filterable, each opening to its words and what was read in them. */
export function AnswersTab({ brandId, AnswerList, ImportButton }: AnswersTabProps) {
  const { view, change, openAnswer } = useView();
  const list = useInfiniteQuery(answersQuery(brandId, { ...view, days: daysOf(view) }));
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const total = list.data?.pages[0]?.page.total;
  const narrowed = isFiltered(view) || FILTERS.some((key) => view[key]);
  return (
    <div className="flex flex-col gap-5">
      <ReviewQueue brandId={brandId} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{words.text}</p>
        <ImportButton brandId={brandId} />
      </div>
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
        <SearchBox
          label={words.search}
          value={view.q}
          onChange={(q, refined) => change({ q }, refined)}
          className="col-span-2 lg:col-span-1"
        />
        <Choice
          label={words.outcome}
          value={view.mentioned}
          choices={words.outcomes}
          onChange={(mentioned) => change({ mentioned })}
        />
        <Choice label={words.basis} value={view.basis} choices={words.bases} onChange={(basis) => change({ basis })} />
        <Choice
          label={words.tone}
          value={view.sentiment}
          choices={words.tones}
          onChange={(sentiment) => change({ sentiment })}
        />
        <Choice
          label={words.status}
          value={view.status}
          choices={words.statuses}
          onChange={(status) => change({ status })}
        />
      </div>
      <NarrowedBy brandId={brandId} />
      {list.isError ? <ErrorCard error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data ? (
        rows.length ? (
          <Card>
            {total === null || total === undefined ? null : (
              <p className="tabular mb-1 text-sm text-ink-3">{words.total(total)}</p>
            )}
            <AnswerList answers={rows} onOpen={openAnswer} />
            {list.hasNextPage ? (
              <Button
                variant="secondary"
                className="mt-4 w-full"
                pending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {common.loadMore}
              </Button>
            ) : null}
          </Card>
        ) : narrowed ? (
          <FilteredEmpty />
        ) : (
          <EmptyState title={words.none} text={words.noneText} />
        )
      ) : list.isError ? null : (
        <div aria-busy>
          <Skeleton className="h-[560px] w-full" />
        </div>
      )}
    </div>
  );
}

const FILTERS = [
  "mentioned",
  "counted",
  "basis",
  "sentiment",
  "status",
  "domain",
  "entity",
  "prompt",
  "q",
] as const satisfies readonly (keyof View)[];

type ChoiceProps<T extends string> = {
  label: string;
  value: T | null;
  choices: Record<T | "all", string>;
  onChange: (value: T | null) => void;
};

function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <Select
      aria-label={label}
      value={value ?? "all"}
      onChange={(event) => onChange(event.target.value === "all" ? null : (event.target.value as T))}
    >
      {(Object.entries(choices) as [string, string][]).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** Filters that came with a link from another tab: a question, a cited site, a name. */
function NarrowedBy({ brandId }: { brandId: string }) {
  const { view, change } = useView();
  const prompts = useQuery({ ...promptsQuery(brandId), enabled: Boolean(view.prompt) });
  const competitors = useQuery({ ...competitorsQuery(brandId), enabled: Boolean(view.entity) });
  if (!view.prompt && !view.domain && !view.entity && !view.counted) return null;
  const prompt = prompts.data?.data.find((row) => row.id === view.prompt)?.text ?? words.somePrompt;
  const entity = competitors.data?.data.find((row) => row.id === view.entity)?.name ?? words.yourBrand;
  return (
    <div className="flex flex-wrap gap-2">
      {view.counted ? <Chip label={words.chipCounted} onRemove={() => change({ counted: null })} /> : null}
      {view.prompt ? <Chip label={words.chipPrompt(prompt)} onRemove={() => change({ prompt: null })} /> : null}
      {view.domain ? <Chip label={words.chipDomain(view.domain)} onRemove={() => change({ domain: null })} /> : null}
      {view.entity ? <Chip label={words.chipEntity(entity)} onRemove={() => change({ entity: null })} /> : null}
    </div>
  );
}
