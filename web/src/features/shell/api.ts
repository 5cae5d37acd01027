import { queryOptions } from "@tanstack/react-query";

import { pagedQuery, query, send } from "@/api/client";
import type { NotificationOut } from "@/api/generated";
import { brandKey, NOTIFICATIONS_KEY } from "@/api/live";

export type Notification = NotificationOut;

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

const FOUND = 5;

/** One match, whatever was searched. */
export type FoundRow = { id: string; label: string; aside?: string | null; isPrimary?: boolean };

const matching = (brandId: string, text: string) => ({
  path: { brand_id: brandId },
  query: { limit: FOUND, q: text },
  below: brandKey(brandId),
});

// The server searches: a workspace may have more of each than a browser should hold.
export const promptSearchQuery = (brandId: string, text: string) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/prompts", matching(brandId, text)),
    select: ({ data }): FoundRow[] => data.map(({ id, text: label, topic }) => ({ id, label, aside: topic })),
  });
export const gapSearchQuery = (brandId: string, text: string) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/gaps/content", matching(brandId, text)),
    select: ({ data }): FoundRow[] => data.map(({ id, prompt: label, topic }) => ({ id, label, aside: topic })),
  });
export const findingSearchQuery = (brandId: string, text: string) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/gaps/technical", matching(brandId, text)),
    select: ({ data }): FoundRow[] => data.map(({ id, issue: label, page: aside }) => ({ id, label, aside })),
  });
export const materialSearchQuery = (brandId: string, text: string) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/materials", matching(brandId, text)),
    select: ({ data }): FoundRow[] => data.map(({ id, title: label, isPrimary }) => ({ id, label, isPrimary })),
  });
export const answerSearchQuery = (brandId: string, text: string) =>
  queryOptions({
    ...query("/api/v1/brands/{brand_id}/answers", matching(brandId, text)),
    select: ({ data }): FoundRow[] => data.map(({ id, prompt: label, engineName: aside }) => ({ id, label, aside })),
  });
