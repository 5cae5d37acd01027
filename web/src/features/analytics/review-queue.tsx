import { useQuery } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { review as words } from "@/lib/messages/analytics-tables";

import { decideReview, reviewQuery, type Review } from "./api";
import { useChange } from "./use-change";
import { useEditing } from "./states";
import { useView } from "./use-view";

/** Ordinary words that may be a name, put before a person; nothing to decide, nothing to see. */
export function ReviewQueue({ brandId }: { brandId: string }) {
  const queue = useQuery(reviewQuery(brandId));
  const { canEdit, reason } = useEditing(brandId);
  const items = queue.data?.data ?? [];
  if (!items.length) return null;
  return (
    <Card className="border-moderate-line">
      <CardHeader
        title={words.heading}
        description={words.text}
        action={
          <span className="tabular text-sm text-ink-3">{words.left(queue.data?.page.total ?? items.length)}</span>
        }
        className="mb-2"
      />
      {reason ? <p className="mb-2 text-sm text-ink-3">{reason}</p> : null}
      <ul>
        {items.slice(0, 3).map((item) => (
          <li key={item.id} className="border-t border-line py-3.5 first:border-t-0">
            <Question brandId={brandId} item={item} canEdit={canEdit} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Question({ brandId, item, canEdit }: { brandId: string; item: Review; canEdit: boolean }) {
  const { openAnswer } = useView();
  const decide = useChange(
    brandId,
    (isBrand: boolean) => decideReview(brandId, item.id, isBrand),
    () => ({ said: () => words.decided }),
  );
  const points = Array.from(item.excerpt);
  return (
    <div className="flex flex-col gap-2.5">
      <p className="font-medium">{words.title(item.name)}</p>
      <blockquote className="evidence px-3 py-1.5 text-lg wrap-anywhere">
        {points.slice(0, item.start).join("")}
        <mark className="rounded-[3px] bg-moderate-surface px-0.5 font-semibold text-moderate-text">
          {points.slice(item.start, item.end).join("")}
        </mark>
        {points.slice(item.end).join("")}
      </blockquote>
      <p className="text-sm text-ink-3">
        {item.engineName} · {item.reason}
      </p>
      <div className="flex flex-wrap gap-2">
        {canEdit ? (
          <>
            <Button
              variant="secondary"
              size="sm"
              pending={decide.isPending}
              aria-label={words.yesOf(item.matched, item.name)}
              onClick={() => decide.mutate(true)}
            >
              {words.yes}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              pending={decide.isPending}
              aria-label={words.noOf(item.matched, item.name)}
              onClick={() => decide.mutate(false)}
            >
              {words.no}
            </Button>
          </>
        ) : null}
        <Button variant="ghost" size="sm" onClick={() => openAnswer(item.answerId)}>
          {words.open}
        </Button>
      </div>
    </div>
  );
}
