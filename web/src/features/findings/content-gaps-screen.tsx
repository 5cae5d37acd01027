import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";

import { summaryQuery, type Summary } from "@/api/results";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { useCurrentBrandId } from "@/lib/current-brand";
import { lazyComponent } from "@/lib/lazy-with-retry";
import { filters as words } from "@/lib/messages/advice";
import { gaps } from "@/lib/messages/gaps";
import { dashboard } from "@/lib/messages/visibility";
import { useDrawer } from "@/lib/use-drawer";

import { gapsSummaryQuery } from "./api";
import { allGapsQuery, gapsQuery } from "./api/advice";
import { ContentGapControls, GAP_FILTERS, GAP_SORTS } from "./content-gap-controls";
import { ContentGapRows } from "./content-gap-rows";
import { isNarrowed, searchOf, useListAddress } from "./list-address";
import { FilteredOut } from "./list-controls";
import { NoGaps, SimulatedMark } from "./no-gaps";

const EvidenceDrawer = lazyComponent(async () => (await import("./evidence-drawer")).EvidenceDrawer);
const GapDrawer = lazyComponent(async () => (await import("./gap-drawer")).GapDrawer);

/** Questions where others win, each with the answers that show it and one concrete move. */
export function ContentGapsScreen() {
  const brandId = useCurrentBrandId();
  if (!brandId) return <EmptyState title={dashboard.noBrand} />;
  return <Gaps brandId={brandId} />;
}

function Gaps({ brandId }: { brandId: string }) {
  const { address, clear } = useListAddress(GAP_FILTERS, GAP_SORTS);
  const list = useInfiniteQuery(gapsQuery(brandId, searchOf(address, GAP_SORTS[0]!)));
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const first = list.data?.pages[0];
  const locked = first?.locked ?? 0;
  const narrowed = isNarrowed(address);
  const total = rows.length + locked;
  if (list.isError && !first) return <ErrorCard error={list.error} onRetry={() => void list.refetch()} />;
  if (first && !total && !narrowed) {
    return (
      <div className="flex flex-col gap-5">
        <ContentGapControls brandId={brandId} rows={rows} total={0} />
        <NothingOpen brandId={brandId} />
        <Unasked brandId={brandId} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="flex max-w-prose flex-wrap items-baseline gap-2 text-ink-2">
        <SimulatedMark brandId={brandId} />
        {gaps.contentText}
      </p>
      <ContentGapControls brandId={brandId} rows={rows} total={first?.page.total ?? null} />
      {first ? null : <Skeleton className="h-96" />}
      {first && !rows.length ? <FilteredOut history={address.status === "closed"} onClear={clear} /> : null}
      {rows.length ? <ContentGapRows brandId={brandId} rows={rows} /> : null}
      {address.status === "closed" ? null : <Unasked brandId={brandId} />}
      {list.hasNextPage ? (
        <Button variant="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
      {locked ? (
        <UpgradeNotice
          title={gaps.locked(total - locked, total)}
          text={gaps.previewText}
          action={gaps.upgrade}
          reason="gaps.content"
        />
      ) : null}
      <Drawers brandId={brandId} />
    </div>
  );
}

/** No gap at all is said of so many answers; where gaps were found and decided, only that none is open. */
function NothingOpen({ brandId }: { brandId: string }) {
  const whole = useQuery(allGapsQuery(brandId));
  const content = useQuery(summaryQuery(brandId)).data?.scores.content;
  if (whole.isPending) return null;
  const never = whole.data && !whole.data.data.length && !whole.data.locked;
  return (
    <NoGaps
      brandId={brandId}
      part="content"
      title={never && content?.n ? gaps.noContent(content.n) : gaps.noneOpen}
      text={never ? textWithoutGaps(content ?? null) : gaps.noneLeftText}
    />
  );
}

/** A smaller analysis leaves out questions, and with them their gaps: said, so that nobody takes them for closed. */
function Unasked({ brandId }: { brandId: string }) {
  const unasked = useQuery(gapsSummaryQuery(brandId)).data?.unasked;
  return unasked ? <p className="max-w-prose text-sm text-ink-2">{gaps.unasked(unasked)}</p> : null;
}

/** A low score without gaps is no good news: nobody who is tracked is named either. */
function textWithoutGaps(content: Summary["scores"]["content"]): string {
  if (!content || content.standsFor || content.band === "Excellent") return gaps.noneOpenText;
  return gaps.noneFoundLow(content.value);
}

/** At most one drawer: an answer opened from a gap lies over it and leads back to it. */
function Drawers({ brandId }: { brandId: string }) {
  const { drawer } = useDrawer();
  return (
    <Suspense>
      {drawer.answerId ? <EvidenceDrawer runId={null} /> : null}
      {drawer.gap && !drawer.answerId ? <GapDrawer brandId={brandId} gapId={drawer.gap} /> : null}
    </Suspense>
  );
}
