import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Guarded } from "@/components/ui/guarded";
import { cn } from "@/lib/cn";
import { countText } from "@/lib/count";
import { traffic as words } from "@/lib/messages/traffic";
import { dayWords } from "@/lib/utc-days";

import { trafficQuery, type Asked, type Traffic } from "./api";
import { BotTable } from "./bot-table";
import { percent, purposeSeries, totalsOf, type Totals } from "./counting";
import { Filters } from "./filters";
import { PageTable } from "./page-table";
import { Refused } from "./refused";
import { RequestsChart } from "./requests-chart";
import { SampleLines } from "./sample-lines";
import { TabSkeleton } from "./tab-skeleton";
import { dayAt, daysAlone } from "./view";

type CrawlersTabProps = { brandId: string; asked: Asked; newest: Traffic };

/** The bots of the days and filters in the address. */
export function CrawlersTab({ brandId, asked, newest }: CrawlersTabProps) {
  const all = useQuery({ ...trafficQuery(brandId, daysAlone(asked)), placeholderData: keepPreviousData });
  const found = useQuery({ ...trafficQuery(brandId, asked), placeholderData: keepPreviousData });
  return (
    <div className="flex flex-col gap-4">
      <Filters brandId={brandId} all={all.data ?? newest} asked={asked} newest={newest.to} />
      {found.data ? (
        <div aria-busy={found.isPlaceholderData} className={cn(found.isPlaceholderData && "opacity-60")}>
          {found.data.bots.length ? (
            <Guarded>
              <Shown brandId={brandId} shown={found.data} asked={asked} />
            </Guarded>
          ) : (
            <EmptyState title={words.nothing} text={newest.limited ? words.nothingLimited : words.nothingText} />
          )}
        </div>
      ) : found.isError ? (
        <ErrorCard
          error={found.error}
          onRetry={() => {
            void all.refetch();
            void found.refetch();
          }}
        />
      ) : (
        <TabSkeleton />
      )}
    </div>
  );
}

type ShownProps = { brandId: string; shown: Traffic; asked: Asked };

function Shown({ brandId, shown, asked }: ShownProps) {
  const totals = totalsOf(shown.bots);
  const write = dayWords(shown.from, shown.to);
  const [from, to] = [write(dayAt(shown.from)), write(dayAt(shown.to))];
  return (
    <div className="flex flex-col gap-4">
      <Tiles totals={totals} />
      <Card>
        <CardHeader title={words.chartTitle} description={words.utc(from, to)} />
        <RequestsChart
          series={purposeSeries(shown.days, shown.bots)}
          from={shown.from}
          to={shown.to}
          summary={words.chartSummary(countText(totals.requests), totals.requests === 1, from, to)}
        />
      </Card>
      <Refused key={JSON.stringify(asked)} brandId={brandId} shown={shown} asked={asked} />
      <BotTable bots={shown.bots} />
      <PageTable brandId={brandId} asked={asked} title={words.pagesTitle} />
      <SampleLines brandId={brandId} asked={asked} />
    </div>
  );
}

function Tiles({ totals }: { totals: Totals }) {
  const names = ["requests", "errors", "verified", "spoofed"] as const;
  const numbers = { ...totals, spoofed: totals.contradicted };
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {names.map((name) => (
        <div key={name} className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
          <dt className="text-sm text-ink-2">{words.tiles[name]}</dt>
          <dd className="tabular">
            <span className="block text-2xl font-semibold">{countText(numbers[name])}</span>
            {name === "requests" ? null : (
              <span className="text-sm text-ink-3">{words.shareOf(percent(numbers[name], totals.requests))}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
