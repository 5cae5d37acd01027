import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";

import { MEMBERS_KEY } from "@/api/live";
import { textOf } from "@/lib/http";
import { team } from "@/lib/messages/team";
import { toast } from "@/lib/toast";

type Action<V, T> = { run: (value: V) => Promise<T>; done?: (result: T, value: V) => void; outdated?: QueryKey };

/** One change of the team: says what happened, or why it did not, and has the lists read anew either way. */
export function useAction<V, T = unknown>({ run, done, outdated = MEMBERS_KEY }: Action<V, T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (result, value) => done?.(result, value),
    onError: (error) => toast({ variant: "destructive", title: team.failed, description: textOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: outdated }),
  });
}
