import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { accessQuery } from "@/api/access";
import { Bars, type Bar } from "@/components/charts/bars";
import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { cn } from "@/lib/cn";
import { countText } from "@/lib/count";
import { funnel as words } from "@/lib/messages/traffic-funnel";
import { dayAt, daysBefore, dayWords } from "@/lib/utc-days";

import { funnelCsvAddress, funnelQuery, type Asked, type Funnel } from "./api";
import { Choice, DaysControl } from "./filters";
import { FunnelTable } from "./funnel-table";
import { TablePart } from "./table-part";
import { TabSkeleton } from "./tab-skeleton";
import { daysAlone, MISSING, useTrafficView, type Missing } from "./view";

type Step = Funnel["steps"][number];
type FunnelTabProps = { brandId: string; asked: Asked; newest: { to: string; limited: boolean } };

/** How far pages come, from a crawler's fetch to a visit, over the days in the address. */
export function FunnelTab({ brandId, asked, newest }: FunnelTabProps) {
  const { missing, change } = useTrafficView();
  const wanted = { ...daysAlone(asked), ...(missing ? { missing } : {}) };
  const access = useQuery(accessQuery("analytics.full"));
  const found = useQuery({
    ...funnelQuery(brandId, wanted),
    placeholderData: keepPreviousData,
    enabled: access.data?.canAccess === true,
  });
  const shown = found.data;
  if (access.data?.canAccess === false)
    return (
      <UpgradeNotice
        title={words.lockedTitle}
        text={words.lockedText}
        action={words.lockedAction}
        reason="analytics.full"
      />
    );
  const failed = access.isError ? access : found.isError ? found : null;
  if (!shown)
    return failed ? <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} /> : <TabSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-2">{words.text}</p>
      <div className="flex flex-wrap items-center gap-2">
        <DaysControl newest={newest.to} asked={asked} limited={newest.limited} />
        <Choice
          label={words.missing}
          none={words.all(countText(shown.pages))}
          value={missing ?? ""}
          choices={MISSING.filter((each) => shown.missing[each] ?? each === missing).map((each) => [
            each,
            words.chosen(words.missings[each], countText(shown.missing[each] ?? 0)),
          ])}
          onChange={(next) => change({ missing: next })}
          wide
        />
        <a
          href={funnelCsvAddress(brandId, wanted)}
          download
          aria-label={words.csvLabel}
          className={buttonClass("ghost", "md", "sm:ml-auto")}
        >
          <Download aria-hidden size={16} />
          {words.csv}
        </a>
      </div>
      <div
        aria-busy={found.isPlaceholderData}
        className={cn("flex flex-col gap-4", found.isPlaceholderData && "opacity-60")}
      >
        <Shown shown={shown} missing={missing} />
      </div>
    </div>
  );
}

function Shown({ shown, missing }: { shown: Funnel; missing: Missing | null }) {
  const { change } = useTrafficView();
  if (!shown.pages) return <EmptyState title={words.emptyTitle} text={words.emptyText} />;
  return (
    <>
      {shown.counted ? null : (
        <Alert
          title={words.noLogTitle}
          action={
            <Button variant="secondary" size="sm" onClick={() => change({ tab: "logs" })}>
              {words.toLogs}
            </Button>
          }
        >
          {words.noLogText}
        </Alert>
      )}
      <Stale shown={shown} />
      <Card>
        <CardHeader title={words.title} description={<Based shown={shown} />} />
        <Bars
          bars={shown.steps.map((step) => barOf(step, shown))}
          max={Math.max(1, shown.pages)}
          summary={words.summary}
          labels={words}
        />
      </Card>
      <TablePart
        title={missing ? words.missings[missing] : words.tableTitle}
        description={
          <>
            {missing && shown.total ? <p>{words.advice[missing]}</p> : null}
            {shown.cut ? <p>{words.cut}</p> : null}
            {shown.total > shown.data.length ? (
              <p>{words.more(countText(shown.data.length), countText(shown.total))}</p>
            ) : null}
          </>
        }
      >
        <FunnelTable shown={shown} />
      </TablePart>
    </>
  );
}

/** Which days and answers it rests on. */
function Based({ shown }: { shown: Funnel }) {
  const days = (from: string, to: string) => {
    const write = dayWords(from, to);
    return [write(dayAt(from)), write(dayAt(to))] as const;
  };
  const parts = [
    ...(shown.counted ? [words.about(...days(shown.from, shown.to))] : []),
    ...(shown.answers
      ? [
          words.answered(
            countText(shown.answers),
            countText(shown.questions),
            ...days(shown.answeredFrom, shown.answeredTo),
          ),
        ]
      : []),
    words.order,
  ];
  return parts.join(" ");
}

const STALE_DAYS = 8;

/** What of it comes from logs alone. */
const LOGGED: readonly Step["step"][] = ["fetched", "live", "visited"];

function barOf({ step, pages, count, of }: Step, { counted, answers, runs }: Funnel): Bar {
  const logged = LOGGED.includes(step);
  const unknown = logged ? !counted : !answers;
  const plain = [countText(pages), countText(count)] as const;
  const known =
    of !== null
      ? words.answers(...plain, countText(of), pages === 1)
      : (step === "visited" ? words.visits : words.requests)(...plain, pages === 1, count === 1);
  const text = unknown ? (logged ? words.unknown : runs ? words.unsourced : words.unasked) : known;
  const value = unknown ? null : pages;
  return { key: step, label: words.steps[step], value, low: value, high: value, text, main: true };
}

/** Says up to when logs tell anything, where answers are newer by more than a week. */
function Stale({ shown }: { shown: Funnel }) {
  if (!shown.counted || shown.newestLogged >= daysBefore(shown.answeredTo, STALE_DAYS)) return null;
  return (
    <Alert title={words.stale(dayWords(shown.newestLogged, shown.newestLogged)(dayAt(shown.newestLogged)))}>
      {words.staleText}
    </Alert>
  );
}
