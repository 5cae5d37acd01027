import type { QueryClient, QueryKey } from "@tanstack/react-query";

import { memberName, membersQuery } from "@/api/team";

import type { Conclusion, Decision } from "./api/advice";

type Kept = [QueryKey, unknown][];

/** Puts a decision on these rows wherever they are shown, before the server has answered; gives what was there. */
export function decideHere(
  client: QueryClient,
  brand: QueryKey,
  ids: readonly string[],
  { status, note, reason, assigneeId }: Decision,
): Kept {
  const wanted = new Set(ids);
  const assignee = assigneeOf(client, assigneeId);
  const patch = {
    ...(status ? { status } : {}),
    ...(note === undefined ? {} : { note }),
    ...(reason === undefined ? {} : { reason }),
    ...(assignee === undefined ? {} : { assignee }),
  };
  const kept: Kept = [];
  for (const [key, data] of client.getQueriesData({ queryKey: brand })) {
    const next = patched(data, wanted, patch);
    if (next === data) continue;
    kept.push([key, data]);
    client.setQueryData(key, next);
  }
  return kept;
}

/** Whose it becomes: null for nobody, undefined where nothing is said of it or the name is not known here. */
function assigneeOf(client: QueryClient, id: string | null | undefined): Conclusion["assignee"] | undefined {
  const member = id ? client.getQueryData(membersQuery.queryKey)?.data.find(({ userId }) => userId === id) : undefined;
  return member ? { id: member.userId, name: memberName(member) } : id === null ? null : undefined;
}

/** As it was, after the server refused. */
export function putBack(client: QueryClient, kept: Kept): void {
  for (const [key, data] of kept) client.setQueryData(key, data);
}

type Shape = { id?: unknown; status?: unknown; undoable?: unknown; data?: unknown; pages?: unknown };

/** A row, a list of rows, or pages of lists; what holds none of the rows is given back itself. */
function patched(found: unknown, ids: ReadonlySet<string>, patch: object): unknown {
  if (Array.isArray(found)) {
    const next = found.map((item) => patched(item, ids, patch));
    return next.some((item, index) => item !== found[index]) ? next : found;
  }
  if (typeof found !== "object" || found === null) return found;
  const shape = found as Shape;
  if (typeof shape.id === "string" && ids.has(shape.id) && "undoable" in shape) return { ...shape, ...patch };
  for (const name of ["data", "pages"] as const) {
    const next = patched(shape[name], ids, patch);
    if (next !== shape[name]) return { ...shape, [name]: next };
  }
  return found;
}
