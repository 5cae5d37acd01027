import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { methodQuery } from "@/api/method";
import { Movement } from "@/components/charts/reading";
import { Whisker } from "@/components/charts/whisker";
import { buttonClass } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import type { PartProps } from "@/components/ui/lazy-part";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { methodNameOf, metricNames, numberDrawer as words, overview } from "@/lib/messages/analytics";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { platformName, rangeText, valueText } from "@/lib/readings";

import type { AnalyticsParts } from "./analytics-screen";
import { answersQuery, metricsQuery, type Group, type Metrics, type Reading } from "./api";
import type { OpenedNumber } from "./number-address";
import { spanText } from "./span-text";
import { BasisBadge, Part } from "./states";
import { useView } from "./use-view";
import { COUNTED, daysOf, type MetricName, type View } from "./view";

type NumberDrawerProps = PartProps & {
  brandId: string;
  opened: OpenedNumber;
  AnswerList: AnalyticsParts["AnswerList"];
};

/** The open number: what it is, how it is computed, what went in, and the answers it was counted from. */
export function NumberDrawer({ brandId, opened, AnswerList, onClose }: NumberDrawerProps) {
  const { view } = useView();
  const { metric, by, key } = opened;
  const query = useQuery(metricsQuery(brandId, view, { metrics: [metric], ...(by ? { groupBy: by } : {}) }));
  const group = query.data?.groups.find((row) => (by ? row.key === key : true)) ?? null;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={metricNames[metric] ?? metric}
        description={by === null ? words.yourBrand : group ? nameOf(group, by) : query.data && words.absent}
        className="max-w-[620px]"
      >
        <div className="px-5 pb-5">
          <Part query={query} height="h-24">
            {(data) => (
              <Value reading={group?.values[metric] ?? null} data={data} name={metricNames[metric] ?? metric} />
            )}
          </Part>
        </div>
        <Section title={words.formula}>
          <Formula metric={metric} />
        </Section>
        {group ? <Inputs group={group} reading={group.values[metric] ?? null} data={query.data!} /> : null}
        {query.data ? (
          <Answers brandId={brandId} opened={opened} basis={query.data.basis} AnswerList={AnswerList} />
        ) : null}
      </SheetContent>
    </Sheet>
  );
}

const nameOf = (group: Group, by: OpenedNumber["by"]) =>
  by === "engine" ? platformName(group.key, group.label) : group.label;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line px-5 py-5">
      <h3 className="mb-2.5 text-sm font-medium text-ink-2">{title}</h3>
      {children}
    </section>
  );
}

function Value({ reading, data, name }: { reading: Reading | null; data: Metrics; name: string }) {
  if (!reading || (reading.value === null && reading.hits === null))
    return <p className="text-ink-2">{overview.chartEmpty}</p>;
  if (reading.value === null)
    return <p className="tabular text-3xl font-semibold">{overview.counts(reading.hits ?? 0, reading.n)}</p>;
  const { value, low, high, unit } = reading;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-3">
        <span className="tabular text-3xl font-semibold">{valueText(value, unit)}</span>
        {low !== null && high !== null && low < high ? (
          <span className="tabular text-lg text-ink-2">{rangeText(low, high, unit)}</span>
        ) : null}
        <BasisBadge basis={data.basis} />
      </p>
      {unit === "rank" ? null : (
        <Whisker
          value={value}
          low={low ?? value}
          high={high ?? value}
          summary={`${name}: ${valueText(value, unit)}`}
          className="mt-4"
        />
      )}
      <p className="mt-3">
        <Movement delta={reading.delta} unit={unit} />
      </p>
    </>
  );
}

function Formula({ metric }: { metric: string }) {
  const method = useQuery(methodQuery);
  const name = methodNameOf(metric);
  return (
    <>
      <Part query={method} height="h-12">
        {({ metrics }) => <p className="wrap-anywhere">{metrics.find((row) => row.name === name)?.formula}</p>}
      </Part>
      <Link
        to={`${paths.method}#formula-${name}`}
        className="mt-2 inline-block text-sm font-medium text-accent-text underline-offset-4 hover:underline"
      >
        {words.method}
      </Link>
    </>
  );
}

function Inputs({ group, reading, data }: { group: Group; reading: Reading | null; data: Metrics }) {
  const rows: [string, string | number][] = [
    [words.days, spanText(data.range)],
    [words.analyses, data.runs],
    [words.answers, group.answers],
    [words.failed, group.failed],
  ];
  if (reading?.prompts !== null && reading?.prompts !== undefined) rows.push([words.prompts, reading.prompts]);
  if (reading && reading.hits !== null) rows.push([words.counted, overview.counts(reading.hits, reading.n)]);
  return (
    <Section title={words.inputs}>
      <FactList facts={rows} variant="sums" />
    </Section>
  );
}

/** Measured only where the brand is named. */
const OF_NAMED: readonly MetricName[] = ["sentiment", "avgPosition"];

/** Which answers a number rests on, as filters of the answers tab. */
function filtersOf({ metric, by, key }: OpenedNumber): Partial<View> {
  return {
    ...COUNTED,
    ...(OF_NAMED.includes(metric) && by !== "competitor" ? { mentioned: "true" } : {}),
    ...(by === "engine" ? { engine: [key ?? ""] } : {}),
    ...(by === "prompt" ? { prompt: key } : {}),
    ...(by === "competitor" ? { entity: key } : {}),
  };
}

function Answers({
  brandId,
  opened,
  basis,
  AnswerList,
}: Pick<NumberDrawerProps, "brandId" | "opened" | "AnswerList"> & { basis: Metrics["basis"] }) {
  const { view, openAnswer, href } = useView();
  const filters = filtersOf(opened);
  const list = useInfiniteQuery({
    ...answersQuery(
      brandId,
      {
        ...view,
        prompt: null,
        entity: null,
        mentioned: null,
        sentiment: null,
        domain: null,
        q: "",
        ...filters,
        days: daysOf(view),
      },
      8,
    ),
    enabled: basis !== null,
  });
  const total = list.data?.pages[0]?.page.total;
  const none = <p className="text-ink-2">{words.none}</p>;
  return (
    <Section title={opened.by === "competitor" ? words.naming(total ?? null) : words.behind(total ?? null)}>
      {basis === null ? (
        none
      ) : (
        <Part query={list} height="h-40">
          {({ pages }) =>
            pages[0]?.data.length ? (
              <>
                <AnswerList answers={pages[0].data} onOpen={openAnswer} />
                <Link to={href({ tab: "answers", ...filters })} className={buttonClass("secondary", "sm", "mt-3")}>
                  {words.all}
                </Link>
              </>
            ) : (
              none
            )
          }
        </Part>
      )}
    </Section>
  );
}
