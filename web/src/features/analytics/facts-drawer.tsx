import { useQuery } from "@tanstack/react-query";

import { Alert } from "@/components/ui/alert";
import { ErrorCard } from "@/components/ui/error-card";
import type { PartProps } from "@/components/ui/lazy-part";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { facts as words } from "@/lib/messages/facts";
import { useEditing } from "@/lib/use-editing";

import { factsQuery } from "./api/facts";
import { FactsForm } from "./facts-form";

/** The facts of a brand that answers are checked against: what pages proposed, and what people made of it. */
export function FactsDrawer({ brandId, onClose }: PartProps & { brandId: string }) {
  const query = useQuery({ ...factsQuery(brandId), refetchOnMount: "always" });
  const { canEdit, reason } = useEditing(brandId);
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())}>
      <SheetContent title={words.title} description={words.text}>
        <div className="flex flex-col gap-4 px-5 pb-6">
          {reason ? <Alert kind="info">{reason}</Alert> : null}
          {query.data && !query.isFetching ? (
            <FactsForm
              key={query.data.tag}
              brandId={brandId}
              read={query.data}
              canEdit={canEdit}
              onReload={() => void query.refetch()}
              onDone={onClose}
            />
          ) : query.isError ? (
            <ErrorCard title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton className="h-64" />
          )}
        </div>
      </SheetContent>
    </Sheet>
  );
}
