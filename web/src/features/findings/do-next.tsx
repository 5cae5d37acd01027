import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { useFocusPassedOn } from "@/components/ui/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { decision } from "@/lib/messages/advice";
import { homepage } from "@/lib/messages/gaps";
import { next as words } from "@/lib/messages/lead";
import { Link } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";
import { withoutMarks } from "@/lib/plain-words";
import { useDrawer } from "@/lib/use-drawer";
import { useEditing } from "@/lib/use-editing";

import { advisedQuery } from "./api";
import type { Recommendation } from "./api/advice";
import { effectOf, isOver, toneOfPriority } from "./recommendations";
import { useDecide } from "./use-decide";

const FIRST = 3;
const link = "font-medium text-accent-text underline-offset-4 hover:underline";

/** What an owner would do first, in the order of every other place that shows it, each done in a press. */
export function DoNext({ brandId }: { brandId: string }) {
  const list = useQuery(advisedQuery(brandId));
  if (!list.data)
    return list.isError ? (
      <ErrorCard error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="h-64" />
    );
  const { data: rows, locked } = list.data;
  if (!rows.length) return null;
  const open = rows.filter((row) => !isOver(row)).slice(0, FIRST);
  return (
    <Card aria-label={words.title}>
      <CardHeader
        title={words.title}
        className="mb-1"
        action={
          <Link to={paths.recommendations} className={link}>
            {words.all}
          </Link>
        }
      />
      {open.length ? (
        <ol className="divide-y divide-line">
          {open.map((row) => (
            <Action key={row.id} brandId={brandId} row={row} />
          ))}
        </ol>
      ) : locked ? null : (
        <p className="mt-3 text-ink-2">{words.allDone}</p>
      )}
      {locked ? (
        <p className="mt-1 border-t border-line pt-3">
          <Link to={pricingFor("recommendations.all")} className={link}>
            {words.locked(locked)}
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

function Action({ brandId, row }: { brandId: string; row: Recommendation }) {
  const { canEdit } = useEditing(brandId);
  const { decide } = useDecide(brandId, "recommendation");
  const leaving = useFocusPassedOn<HTMLLIElement>();
  const title = withoutMarks(row.title);
  return (
    <li ref={leaving} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 last:pb-1">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{title}</span>
          <Badge tone={toneOfPriority[row.priority]}>{homepage.priority(row.priority)}</Badge>
        </p>
        <p className="mt-1 line-clamp-2 max-w-prose text-sm text-ink-2">{withoutMarks(row.description)}</p>
        <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm [&>div]:flex [&>div]:gap-1.5 [&_dt]:text-ink-3">
          <div>
            <dt>{words.effect}</dt>
            <dd className="tabular">{effectOf(row)}</dd>
          </div>
          <div>
            <dt>{words.effort}</dt>
            <dd>{words.efforts[row.effort]}</dd>
          </div>
          <div>
            <dt>{words.evidence}</dt>
            <dd className="flex flex-wrap gap-x-2">
              {homepage.gradeWords[row.grade]}
              <Proof row={row} />
            </dd>
          </div>
        </dl>
      </div>
      {canEdit ? (
        <Button
          variant="secondary"
          size="sm"
          aria-label={words.doneOf(title)}
          onClick={() => decide(row.id, { status: "done" })}
        >
          <Check aria-hidden size={16} />
          {decision.finish}
        </Button>
      ) : null}
    </li>
  );
}

function Proof({ row }: { row: Recommendation }) {
  const { openAnswer } = useDrawer();
  const answer = row.evidence.find((proof) => proof.kind === "answer");
  if (!answer) return null;
  return (
    <button type="button" className={link} onClick={() => openAnswer(answer.ref)}>
      {homepage.seeAnswer}
    </button>
  );
}
