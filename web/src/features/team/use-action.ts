import type { QueryKey } from "@tanstack/react-query";

import { MEMBERS_KEY } from "@/api/live";
import { team } from "@/lib/messages/team";
import { useAction as useAnyAction } from "@/lib/use-action";

type Action<V, T> = {
  run: (value: V) => Promise<T>;
  done?: (result: T, value: V) => void;
  outdated?: QueryKey;
  saidInPlace?: boolean;
};

/** One change of the team; what is `saidInPlace` is not said in a notification as well. */
export function useAction<V, T = unknown>({ outdated = MEMBERS_KEY, saidInPlace = false, ...action }: Action<V, T>) {
  return useAnyAction<V, T>({ ...action, outdated, failed: saidInPlace ? undefined : team.failed });
}
