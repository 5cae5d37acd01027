import { queryOptions } from "@tanstack/react-query";

import { pagedQuery, query, send } from "@/api/client";
import type { NotificationListOut, NotificationOut } from "@/api/generated";
import { brandKey, NOTIFICATIONS_KEY, USAGE_KEY } from "@/api/live";

export type Notification = NotificationOut;
export type NotificationPage = NotificationListOut;

const PAGE = 20;

export const notificationsQuery = pagedQuery("/api/v1/notifications", {
  query: { limit: PAGE },
  below: NOTIFICATIONS_KEY,
});

/** Only the number, for the bell: the list itself is asked for when it is opened. */
export const unreadQuery = queryOptions({
  ...query("/api/v1/notifications", { query: { limit: 1 }, below: NOTIFICATIONS_KEY }),
  select: ({ unread }) => unread,
});

export const markRead = (id: string) =>
  send("PATCH", "/api/v1/notifications/{notification_id}", { path: { notification_id: id }, body: { read: true } });
export const markAllRead = () => send("POST", "/api/v1/notifications/read-all");

const FOUND = 6;

/** The server searches: a workspace may have more prompts than a browser should hold. */
export const promptSearchQuery = (brandId: string, text: string) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/prompts", {
      path: { brand_id: brandId },
      query: { limit: FOUND, q: text },
      below: brandKey(brandId),
    }),
    gcTime: 60_000,
  });

/** Answers used of the plan's budget in this period; the questions themselves are not asked for. */
export const budgetQuery = query("/api/v1/usage", { query: { limit: 1 }, below: USAGE_KEY });
