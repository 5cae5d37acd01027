import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { parseISO } from "date-fns";

import { HeatStrip } from "@/components/charts/heat-strip";
import { Movement, ReadingCell } from "@/components/charts/reading";
import { TrendLine } from "@/components/charts/trend-line";
import { MetricInfo } from "@/components/metrics/metric-info";
import { buttonClass } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { metricNames, overview, view as common } from "@/lib/messages/analytics";
import { prompts as words } from "@/lib/messages/analytics-tables";
import { dashboard } from "@/lib/messages/visibility";
import { shortDate } from "@/lib/format";
import { Link } from "@/lib/navigation";
import { platformName } from "@/lib/readings";

import type { AnalyticsParts } from "./analytics-screen";
import { answersQuery, metricsQuery, type Point, type Prompt } from "./api";
import { answerQuery } from "./api/answers";
import { sitesOf } from "./prompt-sources";
import { Part } from "./states";
import { useView } from "./use-view";

type PromptDrawerProps = {
  brandId: string;
  prompt: Prompt | null;
  AnswerList: AnalyticsParts["AnswerList"];
  onClose: () => void;
};

/** One question: its rate over time, who names the brand, and the answers themselves. */
export function PromptDrawer({ brandId, prompt, AnswerList, onClose }: PromptDrawerProps) {
  return (
    <Sheet open={prompt !== null} onOpenChange={(open) => !open && onClose()}>
      {prompt ? (
        <SheetContent
          title={prompt.text}
          description={`${prompt.topic || common.noTopic} · ${common.intents[prompt.intent] ?? prompt.intent} · ${words.origin[prompt.origin] ?? ""}`}
          className="max-w-[620px]"
        >
          <Trend brandId={brandId} prompt={prompt} />
          <ByEngine brandId={brandId} prompt={prompt} />
          <Latest brandId={brandId} prompt={prompt} AnswerList={AnswerList} />
        </SheetContent>
      ) : null}
    </Sheet>
  );
}

function Section({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t border-line px-5 py-5">
      <div className="mb-2.5 flex items-center gap-1">
        <h3 className="text-sm font-medium text-ink-2">{title}</h3>
        {about}
      </div>
      {children}
    </section>
  );
}

function Trend({ brandId, prompt }: { brandId: string; prompt: Prompt }) {
  const { view } = useView();
  const query = useQuery(metricsQuery(brandId, view, { metrics: ["mentionRate"], prompt: prompt.id }));
  const data = useMemo(
    () =>
      (query.data?.series[0]?.points ?? []).flatMap(({ at, value, low, high }) =>
        value === null ? [] : [{ at: parseISO(at), value, low: low ?? value, high: high ?? value }],
      ),
    [query.data],
  );
  return (
    <Section title={words.trend} about={<MetricInfo metric="mentionRate" name={words.rate} />}>
      <Part query={query} height="h-40">
        {(metrics) => {
          const reading = metrics.groups[0]?.values["mentionRate"];
          const [first, last] = [data[0], data[data.length - 1]];
          return (
            <>
              <p className="mb-2 flex flex-wrap items-baseline gap-x-3">
                <span className="text-xl">
                  <ReadingCell reading={reading} />
                </span>
                <Movement delta={reading?.delta} unit="percent" />
              </p>
              {data.length > 1 && first && last ? (
                <TrendLine
                  data={data}
                  summary={overview.summaryPart(
                    metricNames["mentionRate"]!,
                    `${Math.round(first.value)} %`,
                    `${Math.round(last.value)} %`,
                  )}
                  formatDate={shortDate}
                  labels={{
                    table: dashboard.asTable,
                    chart: dashboard.asChart,
                    date: dashboard.date,
                    value: words.rate,
                    hint: dashboard.trendHint,
                  }}
                />
              ) : (
                <PerRun points={metrics.series[0]?.points ?? []} />
              )}
            </>
          );
        }}
      </Part>
    </Section>
  );
}

/** Too few answers a day for a rate: the bare counts, a cell for each analysis. */
function PerRun({ points }: { points: Point[] }) {
  const counted = points.filter((point) => point.hits !== null);
  if (!counted.length) return null;
  const cells = counted.map(({ at, hits, n }) => ({
    key: at,
    title: shortDate(parseISO(at)),
    share: n ? (hits ?? 0) / n : null,
    text: overview.counts(hits ?? 0, n),
  }));
  return (
    <HeatStrip
      cells={cells}
      summary={words.perRunSummary(cells.length)}
      labels={{
        table: dashboard.asTable,
        chart: dashboard.asChart,
        title: dashboard.date,
        value: words.rate,
        hint: dashboard.trendHint,
      }}
    />
  );
}

function ByEngine({ brandId, prompt }: { brandId: string; prompt: Prompt }) {
  const { view } = useView();
  const query = useQuery(
    metricsQuery(brandId, view, { metrics: ["mentionRate"], groupBy: "engine", prompt: prompt.id, compare: "none" }),
  );
  return (
    <Section title={words.byEngine}>
      <Part query={query} height="h-20">
        {(metrics) => (
          <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
            {metrics.groups.map((group) => (
              <div key={group.key} className="contents">
                <dt>{platformName(group.key, group.label)}</dt>
                <dd className="text-right">
                  <ReadingCell reading={group.values["mentionRate"]} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Part>
    </Section>
  );
}

function Latest({
  brandId,
  prompt,
  AnswerList,
}: Pick<PromptDrawerProps, "brandId" | "AnswerList"> & { prompt: Prompt }) {
  const { openAnswer, href } = useView();
  const list = useInfiniteQuery(answersQuery(brandId, { prompt: prompt.id }, 6));
  const rows = list.data?.pages[0]?.data ?? [];
  return (
    <>
      <Section title={words.latest}>
        {list.data && !rows.length ? (
          <p className="text-ink-2">{words.noAnswers}</p>
        ) : (
          <AnswerList answers={rows} onOpen={openAnswer} />
        )}
        {rows.length ? (
          <Link to={href({ tab: "answers", prompt: prompt.id })} className={buttonClass("secondary", "sm", "mt-3")}>
            {words.allAnswers}
          </Link>
        ) : null}
      </Section>
      {rows.length ? <Sites answers={rows.map((row) => row.id)} /> : null}
    </>
  );
}

/** What the newest answers cite or retrieved, by site. */
function Sites({ answers }: { answers: string[] }) {
  const { href } = useView();
  const opened = useQueries({ queries: answers.map((id) => answerQuery(id)) });
  const loaded = opened.flatMap((query) => query.data ?? []);
  const sites = sitesOf(loaded);
  return (
    <Section title={words.sources}>
      {opened.some((query) => query.isPending) ? (
        <Skeleton className="h-24 w-full" />
      ) : sites.length ? (
        <ul className="flex flex-col gap-1.5">
          {sites.map((site) => (
            <li key={site.domain} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link
                to={href({ tab: "answers", domain: site.domain })}
                className="underline-offset-4 wrap-anywhere hover:text-accent-text hover:underline"
              >
                {site.domain}
              </Link>
              <span className="tabular text-sm text-ink-3">
                {site.cited
                  ? words.citedIn(site.cited, loaded.length)
                  : words.retrievedIn(site.retrieved, loaded.length)}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{words.noSources}</p>
      )}
    </Section>
  );
}
