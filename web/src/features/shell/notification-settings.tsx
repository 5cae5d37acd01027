import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Alert } from "@/components/ui/alert";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorCard } from "@/components/ui/error-card";
import type { PartProps } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { textOf } from "@/lib/http";
import { notifications as words } from "@/lib/messages/notifications";
import { toast } from "@/lib/toast";

import { choicesQuery, saveChoices, type Choices, type Notification } from "./api";

type Kind = Notification["kind"];
type Channel = keyof typeof words.channels;
const channels = Object.keys(words.channels) as Channel[];

/** Event by channel; each box is saved when it is ticked, and taken back when that fails. */
export function NotificationSettings({ onClose }: PartProps) {
  const client = useQueryClient();
  const choices = useQuery(choicesQuery);
  const save = useMutation({
    mutationFn: saveChoices,
    onMutate: (change) => {
      const before = client.getQueryData(choicesQuery.queryKey);
      client.setQueryData(choicesQuery.queryKey, (old) => old && withChange(old, change));
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(choicesQuery.queryKey, before);
      toast({ variant: "destructive", title: textOf(error) });
    },
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={words.settings} description={words.settingsText} wide>
        {choices.isError ? <ErrorCard error={choices.error} onRetry={() => void choices.refetch()} /> : null}
        {choices.isLoading ? <Skeleton className="h-40" /> : null}
        {choices.data ? (
          <div className="flex flex-col gap-4">
            {choices.data.mail ? null : <Alert>{words.noMail}</Alert>}
            <Matrix choices={choices.data.choices} onChange={(kind, channel, wanted) => save.mutate({ [kind]: { [channel]: wanted } })} />
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function withChange(old: Choices, change: Choices["choices"]): Choices {
  const kinds = Object.entries(old.choices).map(([kind, row]) => [kind, { ...row, ...change[kind] }] as const);
  return { ...old, choices: Object.fromEntries(kinds) };
}

type MatrixProps = { choices: Choices["choices"]; onChange: (kind: Kind, channel: Channel, wanted: boolean) => void };

function Matrix({ choices, onChange }: MatrixProps) {
  return (
    <table className="w-full text-left">
      <thead className="text-sm text-ink-2">
        <tr>
          <th scope="col" className="py-2 font-medium">
            {words.event}
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="py-2 text-center font-medium">
              {words.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(words.kinds) as Kind[])
          .filter((kind) => choices[kind])
          .map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 font-normal">
                {words.kinds[kind]}
              </th>
              {channels.map((channel) => (
                <td key={channel} className="text-center">
                  <label className="inline-flex size-10 items-center justify-center">
                    <span className="sr-only">{`${words.kinds[kind]}, ${words.channels[channel]}`}</span>
                    <input type="checkbox" className="size-4 accent-(--accent)" checked={choices[kind]?.[channel] ?? false} onChange={(event) => onChange(kind, channel, event.target.checked)} />
                  </label>
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
