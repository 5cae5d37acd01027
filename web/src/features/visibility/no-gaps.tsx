import { useQuery } from "@tanstack/react-query";

import { EmptyState } from "@/components/ui/empty-state";
import { Badge } from "@/components/ui/badge";
import { gaps } from "@/lib/messages/gaps";
import { dashboard } from "@/lib/messages/visibility";

import { summaryQuery } from "./api";

type NoGapsProps = { brandId: string; part: "content" | "technical"; title: string; text: string };

/** An empty list is good news only where something was measured; before that, and when a site was down, it says nothing. */
export function NoGaps({ brandId, part, title, text }: NoGapsProps) {
  const { data: summary } = useQuery(summaryQuery(brandId));
  if (!summary) return null;
  if (summary.scores[part]) return <EmptyState title={title} text={text} />;
  return <EmptyState title={gaps.notMeasured} text={summary.run?.failure?.message ?? gaps.notMeasuredText} />;
}

/** Marks numbers and answers that no assistant gave. */
export function SimulatedMark({ brandId }: { brandId: string }) {
  const { data: summary } = useQuery(summaryQuery(brandId));
  return summary?.basis === "simulator" ? <Badge tone="info">{dashboard.simulated}</Badge> : null;
}
