import { useQuery } from "@tanstack/react-query";

import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { homepage } from "@/lib/messages/gaps";
import { dashboard as words } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { withoutMarks } from "@/lib/plain-words";

import { advisedQuery } from "./api";
import { isOver, toneOfPriority } from "./recommendations";

const FIRST = 3;

/** What an owner would do first, in the order of every other place that shows it. */
export function TopActions({ brandId }: { brandId: string }) {
  const list = useQuery(advisedQuery(brandId));
  if (!list.data)
    return list.isError ? (
      <ErrorCard error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="h-40" />
    );
  const open = list.data.data.filter((row) => !isOver(row)).slice(0, FIRST);
  if (!open.length) return null;
  return (
    <Card aria-label={words.doFirst}>
      <CardHeader title={words.doFirst} className="mb-1" />
      <ol>
        {open.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-64 font-medium wrap-anywhere">{withoutMarks(row.title)}</span>
            <Badge tone={toneOfPriority[row.priority]}>{homepage.priority(row.priority)}</Badge>
          </li>
        ))}
      </ol>
      <Link to={paths.recommendations} className={buttonClass("secondary", "sm", "mt-2")}>
        {words.doFirstAll}
      </Link>
    </Card>
  );
}
