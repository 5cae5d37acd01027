import type { ReactNode } from "react";

import { useFeatureAccess } from "@/api/access";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { useCurrentBrandId } from "@/lib/current-brand";
import { longDate } from "@/lib/format";
import { trends as words } from "@/lib/messages/sections";
import { dashboard } from "@/lib/messages/visibility";

import type { Trends } from "./api";
import { QueryDrawer, type BriefOf } from "./query-drawer";
import { QueryTable, type OpenQuery } from "./query-table";
import { useTrendsAddress } from "./use-address";
import { useTrends } from "./use-trends";

/** Queries assistants really issued. Nothing is invented: without recorded searches the list says so. */
export function TrendsScreen({ answerDrawer, Brief }: { answerDrawer: ReactNode; Brief: BriefOf }) {
  const brandId = useCurrentBrandId();
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  return (
    <>
      <Visit key={brandId} brandId={brandId} Brief={Brief} />
      {answerDrawer}
    </>
  );
}

function Visit({ brandId, Brief }: { brandId: string; Brief: BriefOf }) {
  const { trends, shown, analyzing, error, ask } = useTrends(brandId);
  const full = useFeatureAccess("trends.full");
  const { query, change } = useTrendsAddress();
  const opened = trends?.data.find((row) => row.id === query);
  const hasRows = Boolean(trends?.data.length);
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h2 className="text-xl font-semibold">{words.title}</h2>
        <p className="mt-1 text-ink-2">{words.text}</p>
      </div>
      {error ? <ErrorCard error={error} onRetry={ask} /> : null}
      {shown && trends?.state === "failed" ? (
        <Alert kind="warning" title={words.failed}>
          {trends.failure} {hasRows ? words.failedKept : ""}
        </Alert>
      ) : null}
      {shown && trends ? (
        <Shown
          trends={trends}
          brandId={brandId}
          onOpen={(row, brief) => change({ query: row.id, brief: brief ? "1" : null })}
        />
      ) : (
        <Card className="flex flex-col items-center gap-3 py-16">
          <Button size="lg" pending={analyzing} onClick={ask}>
            {analyzing ? words.analyzing : words.button}
          </Button>
          <span role="status" className="sr-only">
            {analyzing ? words.analyzing : ""}
          </span>
          {trends?.asOf ? <p className="text-sm text-ink-3">{words.stored(longDate(trends.asOf))}</p> : null}
        </Card>
      )}
      {full === false ? (
        <UpgradeNotice
          title={words.banner}
          text={shown && trends?.locked ? words.hidden(trends.locked) : ""}
          action={words.upgrade}
          reason="trends.full"
        />
      ) : null}
      {shown && opened ? (
        <QueryDrawer
          brandId={brandId}
          query={opened}
          Brief={Brief}
          onClose={() => change({ query: null, brief: null })}
        />
      ) : null}
    </div>
  );
}

type ShownProps = { trends: Trends; brandId: string; onOpen: OpenQuery };

function Shown({ trends, brandId, onOpen }: ShownProps) {
  if (!trends.data.length) return <EmptyState title={words.emptyTitle} text={words.emptyText} />;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
        {trends.estimated ? <Badge>{words.estimated}</Badge> : null}
        {trends.basis === "simulator" ? <Badge tone="info">{words.simulated}</Badge> : null}
        {trends.asOf ? <span>{words.asOf(longDate(trends.asOf))}</span> : null}
        <span className="tabular">{words.fromAnswers(trends.answers)}</span>
      </p>
      {trends.estimated ? <p className="max-w-prose text-sm text-ink-3">{words.estimatedText}</p> : null}
      <QueryTable brandId={brandId} rows={trends.data} onOpen={onOpen} />
    </>
  );
}
