import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type {
  ListOutPromptOut,
  NotificationListOut,
  NotificationOut,
  UnreadOut,
  WorkspaceUsageOut,
} from "@/api/generated";
import { NOTIFICATIONS_KEY, USAGE_KEY } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

export type Notification = NotificationOut;
export type NotificationPage = NotificationListOut;

const PAGE = 20;

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...NOTIFICATIONS_KEY, "list"],
  queryFn: ({ pageParam, signal }) =>
    v1Get<NotificationPage>(
      `/notifications?limit=${PAGE}${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`,
      { signal },
    ),
  initialPageParam: "",
  getNextPageParam: (last) => last.page.nextCursor ?? undefined,
});

/** Only the number, for the bell: the list itself is asked for when it is opened. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, "unread"],
  queryFn: async ({ signal }) => (await v1Get<NotificationPage>("/notifications?limit=1", { signal })).unread,
});

export const markRead = (id: string) => v1Send<UnreadOut>("PATCH", `/notifications/${id}`, { read: true });
export const markAllRead = () => v1Send<UnreadOut>("POST", "/notifications/read-all");

const FOUND = 6;

/** The server searches: a workspace may have more prompts than a browser should hold. */
export const promptSearchQuery = (brandId: string, text: string) =>
  queryOptions({
    queryKey: ["brand", brandId, "prompt-search", text],
    queryFn: ({ signal }) =>
      v1Get<ListOutPromptOut>(`/brands/${brandId}/prompts?limit=${FOUND}&q=${encodeURIComponent(text)}`, { signal }),
    gcTime: 60_000,
  });

/** Answers used of the plan's budget in this period; the questions themselves are not asked for. */
export const budgetQuery = queryOptions({
  queryKey: [...USAGE_KEY, "budget"],
  queryFn: ({ signal }) => v1Get<WorkspaceUsageOut>("/usage?limit=1", { signal }),
});
