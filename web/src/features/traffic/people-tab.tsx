import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { Card, CardHeader } from "@/components/ui/card";
import { DataView, type Column } from "@/components/ui/data-view";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { cn } from "@/lib/cn";
import { countText } from "@/lib/count";
import { traffic as words } from "@/lib/messages/traffic";
import { dayWords } from "@/lib/utc-days";

import { trafficQuery, type Asked, type Traffic } from "./api";
import { referralSeries } from "./counting";
import { DaysControl } from "./filters";
import { PageTable } from "./page-table";
import { RequestsChart } from "./requests-chart";
import { TablePart } from "./table-part";
import { TabSkeleton } from "./tab-skeleton";
import { dayAt, daysAlone } from "./view";

type Referral = Traffic["referrals"][number];
const names = words.assistantColumns;
const columns: Column<Referral>[] = [
  { key: "assistant", title: names.assistant, cell: ({ assistant }) => assistant },
  { key: "views", title: names.views, numeric: true, cell: ({ pageViews }) => countText(pageViews) },
  { key: "requests", title: names.requests, numeric: true, cell: ({ requests }) => countText(requests) },
];

type PeopleTabProps = { brandId: string; asked: Asked; newest: Traffic };

/** People whom assistants sent, over the days in the address. */
export function PeopleTab({ brandId, asked, newest }: PeopleTabProps) {
  const days = daysAlone(asked);
  const found = useQuery({ ...trafficQuery(brandId, days), placeholderData: keepPreviousData });
  const shown = found.data;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-2">
        {words.peopleText} {shown ? words.peopleAll(countText(shown.people), shown.people === 1) : null}
      </p>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        <DaysControl newest={newest.to} asked={asked} limited={newest.limited} />
      </div>
      {shown ? (
        <div
          aria-busy={found.isPlaceholderData}
          className={cn("flex flex-col gap-4", found.isPlaceholderData && "opacity-60")}
        >
          {shown.referrals.length ? (
            <Sent brandId={brandId} shown={shown} days={days} />
          ) : (
            <EmptyState title={words.peopleNone} text={words.peopleNoneText} />
          )}
        </div>
      ) : found.isError ? (
        <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <TabSkeleton />
      )}
    </div>
  );
}

function Sent({ brandId, shown, days }: { brandId: string; shown: Traffic; days: Asked }) {
  const requests = shown.referrals.reduce((sum, row) => sum + row.requests, 0);
  const write = dayWords(shown.from, shown.to);
  const [from, to] = [write(dayAt(shown.from)), write(dayAt(shown.to))];
  return (
    <>
      <Card>
        <CardHeader title={words.chartTitle} description={words.utc(from, to)} />
        <RequestsChart
          series={referralSeries(shown.days)}
          from={shown.from}
          to={shown.to}
          summary={words.peopleSummary(countText(requests), requests === 1, from, to)}
        />
      </Card>
      <TablePart title={words.assistantsTitle}>
        <DataView
          label={words.assistantsTitle}
          columns={columns}
          rows={shown.referrals}
          rowKey={({ assistant }) => assistant}
        />
      </TablePart>
      <PageTable brandId={brandId} asked={{ ...days, purpose: "referral" }} title={words.landingTitle} people />
    </>
  );
}
