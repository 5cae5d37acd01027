import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { team } from "@/lib/messages/team";
import { toast } from "@/lib/toast";

import { outletsQuery, removeMember, type Outlet } from "./api";
import { useAction } from "./use-action";

type RemoveDialogProps = { userId: string; name: string; onClose: () => void };

/**
 * Asks before somebody is removed, names what they opened to the outside and whether that ends too. It is the
 * workspace's, so it stays unless it is chosen.
 */
export function RemoveDialog({ userId, name, onClose }: RemoveDialogProps) {
  const [endOutlets, setEndOutlets] = useState(false);
  const outlets = useQuery(outletsQuery(userId));
  const remove = useAction<{ userId: string; endOutlets: boolean }>({
    run: removeMember,
    done: (_, asked) => {
      onClose();
      toast({ variant: "success", title: asked.endOutlets ? team.removedWithOutlets(name) : team.removed(name) });
    },
  });
  return (
    <ConfirmDialog
      title={team.removeTitle(name)}
      text={team.removeText}
      action={team.remove}
      pending={remove.isPending}
      disabled={outlets.isPending}
      onConfirm={() => remove.mutate({ userId, endOutlets })}
      onClose={onClose}
    >
      {outlets.isPending ? <Skeleton className="h-12" /> : null}
      {outlets.isError ? (
        <ErrorCard title={team.outletsFailed} error={outlets.error} onRetry={() => void outlets.refetch()} />
      ) : null}
      {outlets.data?.data.length ? (
        <Outlets outlets={outlets.data.data} name={name} chosen={endOutlets} onChoose={setEndOutlets} />
      ) : null}
    </ConfirmDialog>
  );
}

function Outlets({
  outlets,
  name,
  chosen,
  onChoose,
}: {
  outlets: Outlet[];
  name: string;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}) {
  return (
    <div className="grid gap-3">
      <p>{team.outletsText(name)}</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {outlets.map((outlet) => (
          <li key={outlet.id}>{team.outlet(outlet.kind, outlet.name)}</li>
        ))}
      </ul>
      <label className="flex gap-3">
        <input
          type="checkbox"
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
          className="mt-1 size-4 accent-accent"
        />
        <span>
          {team.endOutlets}
          <span className="block text-sm text-ink-3">{team.endOutletsHint}</span>
        </span>
      </label>
    </div>
  );
}
