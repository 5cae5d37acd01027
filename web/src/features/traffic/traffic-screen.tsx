import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";

import { useFeatureAccess } from "@/api/access";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Guarded } from "@/components/ui/guarded";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { useCurrentBrandId } from "@/lib/current-brand";
import { traffic as words } from "@/lib/messages/traffic";
import { dashboard } from "@/lib/messages/visibility";

import { trafficQuery } from "./api";
import { CrawlersTab } from "./crawlers-tab";
import { FunnelTab } from "./funnel-tab";
import { LogsTab } from "./logs-tab";
import { PeopleTab } from "./people-tab";
import { ReportsTab } from "./reports-tab";
import { TabSkeleton } from "./tab-skeleton";
import { UploadPanel } from "./upload-panel";
import { useSending } from "./use-sending";
import { useUploads } from "./use-uploads";
import { TABS, useTrafficView, withoutDays } from "./view";

/** Which bots fetched the site's pages and whom assistants sent, read from its own logs; `?tab=` chooses. */
export function TrafficScreen() {
  const brandId = useCurrentBrandId();
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  return (
    <Guarded>
      <OfBrand key={brandId} brandId={brandId} />
    </Guarded>
  );
}

function OfBrand({ brandId }: { brandId: string }) {
  const view = useTrafficView();
  const { change } = view;
  const shown = view.tab ?? "crawlers";
  const locked = useFeatureAccess("analytics.full", shown === "funnel") === false;
  const logsTab = useRef<HTMLButtonElement>(null);
  const sending = useSending(brandId, () => {
    if (shown === "logs") return;
    logsTab.current?.focus(); // the picker goes with the tab it stands in
    change({ tab: "logs" });
  });
  const uploads = useUploads(brandId, sending.sends);
  const newest = useQuery(trafficQuery(brandId));
  if (!newest.data)
    return newest.isError ? <ErrorCard error={newest.error} onRetry={() => void newest.refetch()} /> : <TabSkeleton />;
  const { days, limited } = newest.data;
  const asked = limited ? withoutDays(view.asked) : view.asked;
  const counted = days.length > 0;
  const busy = uploads.rows?.find(({ status }) => status === "queued" || status === "reading");
  const asks = uploads.rows?.find(
    ({ status, missingParts }) => status === "held" || (status === "receiving" && !missingParts.length),
  );
  const notice = asks ? words.waiting : busy ? words.reading : null;
  const empty = <Empty brandId={brandId} sending={sending} />;
  return (
    <div className="flex flex-col gap-4">
      {limited && counted && shown !== "reports" && !(locked && shown === "funnel") ? (
        <UpgradeNotice
          title={words.limitedTitle}
          text={words.limitedText}
          action={words.limitedAction}
          reason="traffic.full"
        />
      ) : null}
      <Tabs value={shown} onValueChange={(next) => change({ tab: next === "crawlers" ? null : next })}>
        <TabsList aria-label={words.tabsLabel} variant="line">
          {TABS.map((each) => (
            <TabsTrigger key={each} value={each} ref={each === "logs" ? logsTab : undefined}>
              {words.tabs[each]}
            </TabsTrigger>
          ))}
        </TabsList>
        {notice && shown !== "logs" ? (
          <Alert
            className="mt-4"
            action={
              <Button variant="secondary" size="sm" onClick={() => change({ tab: "logs" })}>
                {words.seeLogs}
              </Button>
            }
          >
            {notice}
          </Alert>
        ) : null}
        <TabsContent value="crawlers">
          {counted ? <CrawlersTab brandId={brandId} asked={asked} newest={newest.data} /> : empty}
        </TabsContent>
        <TabsContent value="people">
          {counted ? <PeopleTab brandId={brandId} asked={asked} newest={newest.data} /> : empty}
        </TabsContent>
        <TabsContent value="reports">
          <ReportsTab brandId={brandId} />
        </TabsContent>
        <TabsContent value="funnel">
          <FunnelTab brandId={brandId} asked={asked} newest={newest.data} />
        </TabsContent>
        <TabsContent value="logs">
          <LogsTab brandId={brandId} uploads={uploads} sending={sending} />
        </TabsContent>
      </Tabs>
    </div>
  );
}

/** Why server logs, and the upload at once. */
function Empty({ brandId, sending }: { brandId: string; sending: ReturnType<typeof useSending> }) {
  return (
    <section className="rounded-card border border-line bg-surface px-4 py-8 sm:px-6 sm:py-12">
      <div className="mx-auto flex max-w-2xl flex-col gap-6">
        <div className="text-center">
          <h2 className="text-lg font-semibold">{words.emptyTitle}</h2>
          <p className="mt-2 text-ink-2">{words.emptyText}</p>
        </div>
        <UploadPanel brandId={brandId} sending={sending} />
      </div>
    </section>
  );
}
