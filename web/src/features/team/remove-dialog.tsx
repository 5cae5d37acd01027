import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { team } from "@/lib/messages/team";
import { toast } from "@/lib/toast";

import { memberChannelsQuery, removeMember, type MemberChannel } from "./api";
import { useAction } from "./use-action";

type RemoveDialogProps = { userId: string; name: string; onClose: () => void };

/**
 * Asks before somebody is removed, names what they opened to the outside and whether that ends too. It is the
 * workspace's, so it stays unless it is chosen.
 */
export function RemoveDialog({ userId, name, onClose }: RemoveDialogProps) {
  const [endChannels, setEndChannels] = useState(false);
  const channels = useQuery(memberChannelsQuery(userId));
  const remove = useAction<{ userId: string; endChannels: boolean }>({
    run: removeMember,
    done: (_, asked) => {
      onClose();
      toast({ variant: "success", title: asked.endChannels ? team.removedWithChannels(name) : team.removed(name) });
    },
  });
  return (
    <ConfirmDialog
      title={team.removeTitle(name)}
      text={team.removeText}
      action={team.remove}
      pending={remove.isPending}
      disabled={channels.isPending}
      onConfirm={() => remove.mutate({ userId, endChannels })}
      onClose={onClose}
    >
      {channels.isPending ? <Skeleton className="h-12" /> : null}
      {channels.isError ? (
        <ErrorCard title={team.channelsFailed} error={channels.error} onRetry={() => void channels.refetch()} />
      ) : null}
      {channels.data?.data.length ? (
        <Channels channels={channels.data.data} name={name} chosen={endChannels} onChoose={setEndChannels} />
      ) : null}
    </ConfirmDialog>
  );
}

function Channels({
  channels,
  name,
  chosen,
  onChoose,
}: {
  channels: MemberChannel[];
  name: string;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}) {
  return (
    <div className="grid gap-3">
      <p>{team.channelsText(name)}</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {channels.map((channel) => (
          <li key={channel.id}>{team.channel(channel.kind, channel.name)}</li>
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
          {team.endChannels}
          <span className="block text-sm text-ink-3">{team.endChannelsHint}</span>
        </span>
      </label>
    </div>
  );
}
