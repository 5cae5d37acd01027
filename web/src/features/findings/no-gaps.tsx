import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";

import { summaryQuery } from "@/api/results";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { evidenceRun } from "@/lib/evidence-run";
import { gaps } from "@/lib/messages/gaps";
import { dashboard, evidence } from "@/lib/messages/visibility";

import { evidenceQuery } from "./api";

type NoGapsProps = { brandId: string; part: "content" | "technical"; title: string; text: string };

/**
 * An empty list is good news only where something was measured; before that, and when a site was down, it says nothing.
 */
export function NoGaps({ brandId, part, title, text }: NoGapsProps) {
  const { data: summary } = useQuery(summaryQuery(brandId));
  if (!summary) return null;
  const audited = evidenceRun(summary, "technical");
  if (summary.scores[part]) {
    return (
      <>
        <EmptyState title={title} text={text} />
        {part === "technical" && audited ? <PassedChecks runId={audited} /> : null}
      </>
    );
  }
  return <EmptyState title={gaps.notMeasured} text={summary.run?.failure?.message ?? gaps.notMeasuredText} />;
}

/** What the audit looked at and found in order, by group. */
function PassedChecks({ runId }: { runId: string }) {
  const { data } = useQuery(evidenceQuery(runId, "technical"));
  const passed = data?.checks.filter(({ applicable, passed }) => applicable > 0 && passed === applicable) ?? [];
  if (!passed.length) return null;
  const groups = [...new Set(passed.map(({ group }) => group))];
  return (
    <Card>
      <CardHeader title={gaps.passedTitle} description={gaps.passedText(passed.length)} />
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {groups.map((group) => (
          <div key={group} className="min-w-0">
            <dt className="font-medium first-letter:uppercase">{group.replaceAll("-", " ")}</dt>
            {passed
              .filter((check) => check.group === group)
              .map(({ code, applicable }) => (
                <dd key={code} className="mt-1.5 flex items-baseline gap-2 text-sm">
                  <Check aria-hidden size={16} className="shrink-0 self-center text-good-text" />
                  <span className="min-w-0 flex-1 wrap-anywhere">{code.replaceAll("-", " ")}</span>
                  <span className="tabular text-ink-3">{evidence.passed(applicable, applicable)}</span>
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Marks numbers and answers that no assistant gave. */
export function SimulatedMark({ brandId }: { brandId: string }) {
  const { data: summary } = useQuery(summaryQuery(brandId));
  return summary?.basis === "simulator" ? (
    <Badge tone="info" className="self-start">
      {dashboard.simulated}
    </Badge>
  ) : null;
}
