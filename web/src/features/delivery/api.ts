import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type {
  AlertRuleChangeIn,
  AlertRuleIn,
  AlertRuleListOut,
  AlertRuleOut,
  AlertTestOut,
  DeliveryDetailOut,
  DeliveryOut,
  DigestIn,
  DigestOut,
  DigestSentOut,
  EndpointChangeIn,
  EndpointListOut,
  EndpointOut,
  ListOutAlertEventOut,
  ListOutDeliveryOut,
  MadeWebhookOut,
  NotificationChoicesIn,
  NotificationChoicesOut,
  SlackIn,
  SlackOut,
  WebhookIn,
} from "@/api/generated";
import { NOTIFICATIONS_KEY } from "@/api/live";
import { v1Get, v1Send } from "@/lib/http";

export type Choices = NotificationChoicesOut;
export type Digest = DigestOut;
export type Frequency = DigestIn["frequency"];
export type AlertRule = AlertRuleOut;
export type NewAlert = AlertRuleIn;
export type AlertChannel = AlertRuleIn["channels"][number];
export type Endpoint = EndpointOut;
export type EndpointEvent = EndpointOut["events"][number];
export type Delivery = DeliveryOut;

export const DIGEST_KEY = ["/api/v1/digest"] as const;
export const ALERTS_KEY = ["/api/v1/alert-rules"] as const;
export const ENDPOINTS_KEY = ["/api/v1/webhooks"] as const;

export const choicesQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, "choices"],
  queryFn: ({ signal }) => v1Get<Choices>("/notifications/preferences", { signal }),
});
export const saveChoices = (choices: NotificationChoicesIn["choices"]) =>
  v1Send<Choices>("PUT", "/notifications/preferences", { choices });

export const digestQuery = queryOptions({
  queryKey: DIGEST_KEY,
  queryFn: ({ signal }) => v1Get<Digest>("/digest", { signal }),
});
export const saveDigest = (frequency: Frequency) => v1Send<Digest>("PUT", "/digest", { frequency });
export const testDigest = () => v1Send<DigestSentOut>("POST", "/digest/test");

export const alertsQuery = queryOptions({
  queryKey: ALERTS_KEY,
  queryFn: ({ signal }) => v1Get<AlertRuleListOut>("/alert-rules", { signal }),
});
export const makeAlert = (alert: NewAlert) => v1Send<AlertRule>("POST", "/alert-rules", alert);
export const changeAlert = ({ id, ...change }: AlertRuleChangeIn & { id: string }) =>
  v1Send<AlertRule>("PATCH", `/alert-rules/${id}`, change);
export const deleteAlert = (id: string) => v1Send<void>("DELETE", `/alert-rules/${id}`);
export const restoreAlert = (id: string) => v1Send<AlertRule>("POST", `/alert-rules/${id}/restore`);
export const testAlert = (id: string) => v1Send<AlertTestOut>("POST", `/alert-rules/${id}/test`);
export const alertHistoryQuery = infiniteQueryOptions({
  queryKey: [...ALERTS_KEY, "history"],
  queryFn: ({ pageParam, signal }) =>
    v1Get<ListOutAlertEventOut>(`/alert-rules/history?${pageOf(pageParam)}`, { signal }),
  initialPageParam: "",
  getNextPageParam: (last) => last.page.nextCursor,
});

export const webhooksQuery = queryOptions({
  queryKey: [...ENDPOINTS_KEY, "list"],
  queryFn: ({ signal }) => v1Get<EndpointListOut>("/webhooks", { signal }),
});
export const slackQuery = queryOptions({
  queryKey: [...ENDPOINTS_KEY, "slack"],
  queryFn: ({ signal }) => v1Get<SlackOut>("/integrations/slack", { signal }),
});
export const makeWebhook = (webhook: WebhookIn) => v1Send<MadeWebhookOut>("POST", "/webhooks", webhook);
export const changeWebhook = ({ id, ...change }: EndpointChangeIn & { id: string }) =>
  v1Send<Endpoint>("PATCH", `/webhooks/${id}`, change);
export const deleteWebhook = (id: string) => v1Send<void>("DELETE", `/webhooks/${id}`);
export const rotateWebhook = (id: string) => v1Send<MadeWebhookOut>("POST", `/webhooks/${id}/rotate`);
export const testWebhook = (id: string) => v1Send<DeliveryDetailOut>("POST", `/webhooks/${id}/test`);
export const connectSlack = (slack: SlackIn) => v1Send<Endpoint>("POST", "/integrations/slack", slack);
export const disconnectSlack = () => v1Send<void>("DELETE", "/integrations/slack");

export const deliveriesQuery = (endpointId: string) =>
  infiniteQueryOptions({
    queryKey: [...ENDPOINTS_KEY, endpointId, "deliveries"],
    queryFn: ({ pageParam, signal }) =>
      v1Get<ListOutDeliveryOut>(`/webhooks/${endpointId}/deliveries?${pageOf(pageParam)}`, { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });
export const deliveryQuery = (endpointId: string, id: string) =>
  queryOptions({
    queryKey: [...ENDPOINTS_KEY, endpointId, "deliveries", id],
    queryFn: ({ signal }) => v1Get<DeliveryDetailOut>(`/webhooks/${endpointId}/deliveries/${id}`, { signal }),
  });
export const redeliver = ({ endpointId, id }: { endpointId: string; id: string }) =>
  v1Send<DeliveryDetailOut>("POST", `/webhooks/${endpointId}/deliveries/${id}/redeliver`);

const PAGE = "20";

function pageOf(cursor: string): string {
  return new URLSearchParams({ limit: PAGE, ...(cursor ? { cursor } : {}) }).toString();
}
