import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Suspense, useState } from "react";

import { brandKey } from "@/api/live";
import { ChartFigure } from "@/components/charts/chart-figure";
import { SeriesLegend } from "@/components/charts/series-legend";
import { SeriesTable } from "@/components/charts/series-table";
import type { ChartSeries } from "@/components/charts/series";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { FactList } from "@/components/ui/fact-list";
import { Skeleton } from "@/components/ui/skeleton";
import { monthDay, shortDate } from "@/lib/format";
import { namesNothing, textOf } from "@/lib/http";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { common } from "@/lib/messages/common";
import { experiments as words } from "@/lib/messages/experiments";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";
import { useEditing } from "@/lib/use-editing";

import { controlledOneQuery, stopExperiment, type ControlledDetail } from "./api/controlled";
import { ControlledState } from "./controlled-state";
import { oneDecimal } from "./numbers";

const TimeSeries = lazyComponent(async () => (await import("@/components/charts/time-series")).TimeSeries);
const HEIGHT = 260;

/** One experiment of the brand in view, with a way back to all of them whatever became of it. */
export function ControlledDetailCard({ brandId, id }: { brandId: string; id: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Link to={paths.experiments} className={buttonClass("ghost", "sm", "self-start")}>
        <ArrowLeft aria-hidden size={16} />
        {words.back}
      </Link>
      <Found brandId={brandId} id={id} />
    </div>
  );
}

/** Its verdict, both arms over time, and every question with a way to its answers. */
function Found({ brandId, id }: { brandId: string; id: string }) {
  const found = useQuery(controlledOneQuery(brandId, id));
  const row = found.data;
  if (row ? row.brandId !== brandId : namesNothing(found.error)) return <EmptyState title={common.notFound} />;
  if (!row)
    return found.isError ? (
      <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Skeleton className="h-96" />
    );
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center gap-2">
          <ControlledState row={row} />
          <Stop brandId={brandId} row={row} />
        </div>
        <h2 className="mt-3 text-xl font-semibold wrap-anywhere">{row.label || row.change}</h2>
        {row.label ? <p className="mt-1 max-w-prose text-ink-2 wrap-anywhere">{row.change}</p> : null}
        {row.page ? <p className="mt-1 text-sm text-ink-3 wrap-anywhere">{row.page}</p> : null}
        <p className="mt-3 max-w-prose text-lg">{row.sentence}</p>
        {row.registeredLate ? <p className="mt-2 max-w-prose text-ink-2">{words.lateText}</p> : null}
        <div className="mt-4">
          <FactList facts={factsOf(row)} className="max-sm:grid-cols-1 max-sm:[&_dd]:mb-1.5" />
        </div>
      </Card>
      {row.series.length ? (
        <Card>
          <Arms row={row} />
        </Card>
      ) : null}
      <Card>
        <Questions row={row} />
      </Card>
    </>
  );
}

function factsOf(row: ControlledDetail) {
  const { difference, low, high, prediction } = row;
  const said =
    difference === null
      ? null
      : low === null || high === null
        ? words.pointsAlone(oneDecimal(difference))
        : words.points(oneDecimal(difference), oneDecimal(low), oneDecimal(high));
  const facts: [string, string][] = [
    [words.metric, words.metrics[row.metric]],
    [words.weeks, words.until(shortDate(row.startsAt), shortDate(row.endsAt))],
    [words.asksOf, words.runs(row.runsAfter, row.runsPlanned)],
  ];
  if (said) facts.push([row.status === "ended" ? words.difference : words.soFar, said]);
  if (row.pValue !== null) facts.push([words.chance, words.percent(row.pValue)]);
  if (row.detectable !== null) facts.push([words.sees, words.seesFrom(row.detectable)]);
  if (prediction)
    facts.push([
      words.prediction,
      words.predicted(
        oneDecimal(prediction.points),
        oneDecimal(prediction.low),
        oneDecimal(prediction.high),
        prediction.chance,
        prediction.cameTrue,
      ),
    ]);
  facts.push([words.seal, row.hash.slice(0, 16)]);
  return facts;
}

function Arms({ row }: { row: ControlledDetail }) {
  const [emphasized, setEmphasized] = useState<string | null>(null);
  const lines: ChartSeries[] = (["treated", "controls"] as const).map((arm) => ({
    key: arm,
    label: arm === "treated" ? words.treated : row.comparesWith === "controls" ? words.controls : words.mix,
    main: arm === "treated",
    points: row.series.map((point) => ({ at: new Date(point.at), value: point[arm], low: null, high: null, n: 1 })),
  }));
  const summary = words.chart(words.metrics[row.metric]);
  const formatPoint = ({ value }: { value: number | null }) =>
    value === null ? "---" : `${value.toFixed(1)}${signOf(row)}`;
  const starts = new Date(row.startsAt);
  const days = [starts, ...row.series.map(({ at }) => new Date(at))].map(Number);
  return (
    <ChartFigure
      summary={summary}
      labels={{ table: words.asTable, chart: words.asChart }}
      table={
        <SeriesTable
          label={summary}
          dateTitle={words.date}
          series={lines}
          formatDate={shortDate}
          formatPoint={formatPoint}
        />
      }
    >
      <SeriesLegend series={lines} emphasized={emphasized} onEmphasize={setEmphasized} nameOf={(label) => label} />
      <Suspense fallback={<Skeleton className="h-[260px]" />}>
        <TimeSeries
          series={lines}
          unit={signOf(row) ? "percent" : "score100"}
          from={new Date(Math.min(...days))}
          to={new Date(Math.max(...days))}
          summary={summary}
          hint={words.keys}
          height={HEIGHT}
          marks={[{ at: starts, label: words.begins }]}
          emphasized={emphasized}
          formatDate={monthDay}
          formatPoint={formatPoint}
        />
      </Suspense>
    </ChartFigure>
  );
}

/** Rates are percentages; a score has no sign. */
const signOf = ({ metric }: ControlledDetail) => (metric === "content" ? "" : "%");

function Questions({ row }: { row: ControlledDetail }) {
  const said = (value: number | null) => (value === null ? null : `${value.toFixed(0)}${signOf(row)}`);
  return (
    <div className="flex flex-col gap-6">
      {([true, false] as const).map((treated) => {
        const found = row.questions.filter((question) => question.treated === treated);
        return found.length ? (
          <section key={String(treated)}>
            <h3 className="mb-2 font-medium">{treated ? words.treated : words.controls}</h3>
            <ul className="flex flex-col divide-y divide-line">
              {found.map((question, index) => (
                <li
                  key={question.promptId ?? index}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2"
                >
                  {question.promptId && question.prompt ? (
                    <Link
                      to={`${paths.analytics}?tab=answers&prompt=${question.promptId}`}
                      aria-label={words.answers(question.prompt)}
                      className="min-w-0 flex-1 basis-64 underline-offset-4 hover:text-accent-text hover:underline"
                    >
                      {question.prompt}
                    </Link>
                  ) : (
                    <span className="min-w-0 flex-1 basis-64 text-ink-3">{question.prompt || words.removed}</span>
                  )}
                  <span className="tabular text-sm text-ink-2">
                    {question.compared ? words.moved(said(question.before), said(question.after)) : words.leftOut}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null;
      })}
    </div>
  );
}

function Stop({ brandId, row }: { brandId: string; row: ControlledDetail }) {
  const { canEdit } = useEditing(brandId);
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const stop = useMutation({
    mutationFn: () => stopExperiment(row.id),
    onSuccess: () => client.invalidateQueries({ queryKey: brandKey(brandId) }),
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
    onSettled: () => setAsking(false),
  });
  if (!canEdit || row.status !== "running") return null;
  return (
    <>
      <Button variant="secondary" size="sm" className="ml-auto" onClick={() => setAsking(true)}>
        {words.stop}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={words.stopTitle}
          text={words.stopText}
          action={words.stop}
          pending={stop.isPending}
          onConfirm={() => stop.mutate()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
