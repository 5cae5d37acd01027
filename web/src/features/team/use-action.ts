import type { QueryKey } from "@tanstack/react-query";

import { MEMBERS_KEY } from "@/api/live";
import { team } from "@/lib/messages/team";
import { useAction as useAnyAction } from "@/lib/use-action";

type Action<V, T> = { run: (value: V) => Promise<T>; done?: (result: T, value: V) => void; outdated?: QueryKey };

/** One change of the team. */
export function useAction<V, T = unknown>({ outdated = MEMBERS_KEY, ...action }: Action<V, T>) {
  return useAnyAction<V, T>({ ...action, outdated, failed: team.failed });
}
