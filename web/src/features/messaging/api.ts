import { pagedQuery, query, send } from "@/api/client";
import type {
  AlertRuleChangeIn,
  AlertRuleIn,
  AlertRuleOut,
  DeliveryOut,
  DigestIn,
  DigestOut,
  EndpointChangeIn,
  EndpointOut,
  NotificationChoicesIn,
  NotificationChoicesOut,
  SlackIn,
  WebhookIn,
} from "@/api/generated";
import { keyOf } from "@/api/keys";
import { NOTIFICATIONS_KEY } from "@/api/live";

export type Choices = NotificationChoicesOut;
export type Digest = DigestOut;
export type Frequency = DigestIn["frequency"];
export type AlertRule = AlertRuleOut;
export type NewAlert = AlertRuleIn;
export type AlertChannel = AlertRuleIn["channels"][number];
export type Endpoint = EndpointOut;
export type EndpointEvent = EndpointOut["events"][number];
export type Delivery = DeliveryOut;

export const DIGEST_KEY = keyOf("/api/v1/digest");
export const ALERTS_KEY = keyOf("/api/v1/alert-rules");
const PAGE = 20;
export const ENDPOINTS_KEY = keyOf("/api/v1/webhooks");

export const choicesQuery = query("/api/v1/notifications/preferences", { below: NOTIFICATIONS_KEY });
export const saveChoices = (choices: NotificationChoicesIn["choices"]) =>
  send("PUT", "/api/v1/notifications/preferences", { body: { choices } });

export const digestQuery = query("/api/v1/digest");
export const saveDigest = (frequency: Frequency) => send("PUT", "/api/v1/digest", { body: { frequency } });
export const testDigest = () => send("POST", "/api/v1/digest/test");

export const alertsQuery = query("/api/v1/alert-rules");
export const makeAlert = (alert: NewAlert) => send("POST", "/api/v1/alert-rules", { body: alert });
export const changeAlert = ({ id, ...change }: AlertRuleChangeIn & { id: string }) =>
  send("PATCH", "/api/v1/alert-rules/{rule_id}", { path: { rule_id: id }, body: change });
export const deleteAlert = (id: string) => send("DELETE", "/api/v1/alert-rules/{rule_id}", { path: { rule_id: id } });
export const restoreAlert = (id: string) =>
  send("POST", "/api/v1/alert-rules/{rule_id}/restore", { path: { rule_id: id } });
export const testAlert = (id: string) => send("POST", "/api/v1/alert-rules/{rule_id}/test", { path: { rule_id: id } });
export const alertHistoryQuery = pagedQuery("/api/v1/alert-rules/history", {
  query: { limit: PAGE },
  below: ALERTS_KEY,
});

export const webhooksQuery = query("/api/v1/webhooks");
export const slackQuery = query("/api/v1/integrations/slack", { below: ENDPOINTS_KEY });
export const makeWebhook = (webhook: WebhookIn) => send("POST", "/api/v1/webhooks", { body: webhook });
export const changeWebhook = ({ id, ...change }: EndpointChangeIn & { id: string }) =>
  send("PATCH", "/api/v1/webhooks/{endpoint_id}", { path: { endpoint_id: id }, body: change });
export const deleteWebhook = (id: string) =>
  send("DELETE", "/api/v1/webhooks/{endpoint_id}", { path: { endpoint_id: id } });
export const rotateWebhook = (id: string) =>
  send("POST", "/api/v1/webhooks/{endpoint_id}/rotate", { path: { endpoint_id: id } });
export const testWebhook = (id: string) =>
  send("POST", "/api/v1/webhooks/{endpoint_id}/test", { path: { endpoint_id: id } });
export const connectSlack = (slack: SlackIn) => send("POST", "/api/v1/integrations/slack", { body: slack });
export const disconnectSlack = () => send("DELETE", "/api/v1/integrations/slack");

export const deliveriesQuery = (endpointId: string) =>
  pagedQuery("/api/v1/webhooks/{endpoint_id}/deliveries", {
    path: { endpoint_id: endpointId },
    query: { limit: PAGE },
    below: ENDPOINTS_KEY,
  });
export const deliveryQuery = (endpointId: string, id: string) =>
  query("/api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}", {
    path: { endpoint_id: endpointId, delivery_id: id },
    below: ENDPOINTS_KEY,
  });
export const redeliver = ({ endpointId, id }: { endpointId: string; id: string }) =>
  send("POST", "/api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver", {
    path: { endpoint_id: endpointId, delivery_id: id },
  });
