import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";

import { textOf } from "@/lib/http";
import { toast } from "@/lib/toast";

type Action<V, T> = {
  run: (value: V) => Promise<T>;
  done?: ((result: T, value: V) => void) | undefined;
  outdated: QueryKey;
  failed?: string | undefined;
};

/**
 * One change: says what happened, or under the title `failed` why it did not, and has the lists read anew either way.
 * Without a title the caller says why in place: a notification would lie over the dialog that was refused.
 */
export function useAction<V, T = unknown>({ run, done, outdated, failed }: Action<V, T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (result, value) => done?.(result, value),
    onError: (error) => failed && toast({ variant: "destructive", title: failed, description: textOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: outdated }),
  });
}
