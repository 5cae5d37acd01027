import { queryOptions, useQuery } from "@tanstack/react-query";

import { get, pagedQuery, query, send } from "@/api/client";
import type { CheckoutResultOut, InvoiceOut, MySubscriptionOut, PlanOut, SupportRequestOut } from "@/api/generated";
import { keyOf } from "@/api/keys";
import { INVOICES_KEY, MY_SUBSCRIPTION_KEY } from "@/api/live";
import { plainPost } from "@/api/plain";
import { askSupport } from "@/api/support";
import type { Sort } from "@/components/ui/sorting";
import { useAuth } from "@/lib/auth";
import { ApiError } from "@/lib/http";
import { checkout } from "@/lib/messages/billing";

export type Frequency = PlanOut["billingFrequency"];
export type Plan = Pick<PlanOut, "id" | "name" | "description" | "price" | "yearlyPerMonth" | "features" | "popular">;
export type Invoice = InvoiceOut;

type SubscribedPlan = NonNullable<MySubscriptionOut["plan"]>;
/** The specification lets the features arrive as a list or as the JSON text of one. */
export type MySubscription = Omit<MySubscriptionOut, "plan"> & {
  plan: (Omit<SubscribedPlan, "features"> & { features?: SubscribedPlan["features"] | string | null }) | null;
};
export type Subscription = NonNullable<MySubscription["subscription"]>;

export const RESULT_KEY = keyOf("/api/subscriptions/checkout-result");
const DAY_MS = 24 * 60 * 60 * 1000;
const POLL_MS = 2_000;
/** Half a minute of asking, every two seconds. */
export const POLLS = 15;

export const plansQuery = query("/api/subscriptions/plans");

/**
 * Asked only for a signed-in user; more often, and never from the cache, after a return from checkout.
 * Opening a screen asks again only when an event has said that the answer is out of date.
 */
export function useMySubscription(afterCheckout = false) {
  const { user } = useAuth();
  return useQuery({
    queryKey: MY_SUBSCRIPTION_KEY,
    queryFn: ({ signal }): Promise<MySubscription> => get("/api/subscriptions/my-subscription", { signal }),
    enabled: Boolean(user),
    retry: afterCheckout ? 3 : 1,
    retryDelay: afterCheckout ? 2000 : 1000,
    staleTime: afterCheckout ? 0 : Number.POSITIVE_INFINITY,
    gcTime: DAY_MS,
    refetchOnWindowFocus: false,
    refetchOnMount: ({ state }) => state.isInvalidated,
    refetchOnReconnect: false,
  });
}

/**
 * What came of a visit to the payment page. The first question makes the server ask the payment provider;
 * the later ones wait for what the provider tells by itself.
 */
export const resultQuery = (sessionId: string | null, enabled: boolean) =>
  queryOptions({
    queryKey: keyOf("/api/subscriptions/checkout-result", {
      query: { session_id: sessionId ?? "" },
      below: RESULT_KEY,
    }),
    queryFn: async ({ signal, client, queryKey }) => {
      const asked = client.getQueryState(queryKey)?.dataUpdateCount ?? 0;
      const first = asked === 0 ? await completed(sessionId ?? "") : null;
      return (
        first ?? (await get("/api/subscriptions/checkout-result", { query: { session_id: sessionId ?? "" }, signal }))
      );
    },
    enabled: enabled && sessionId !== null,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.processed || state.dataUpdateCount + state.errorUpdateCount >= POLLS ? false : POLL_MS,
  });

/** Null when the server could not ask; the stored result then has to do. */
async function completed(sessionId: string): Promise<CheckoutResultOut | null> {
  try {
    return await completeCheckout(sessionId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    return null;
  }
}

export const completeCheckout = (sessionId: string) =>
  plainPost("/api/subscriptions/checkout/complete", { body: { sessionId } });

/** Everybody may see who is in the workspace; here it tells whom to ask. */
export { membersQuery } from "@/api/team";

/** Orders the server knows; any other in the address is the list's own, newest first. */
const INVOICE_SORTS = ["date", "status", "amount"].flatMap((name) => [name, `-${name}`]);

export const invoicesQuery = (asked: Sort) => {
  const sort = INVOICE_SORTS.find((name) => name === asked);
  return pagedQuery("/api/v1/subscriptions/invoices", { query: { limit: 12, sort }, below: INVOICES_KEY });
};

export const cancelSubscription = (reason: string): Promise<MySubscription> =>
  plainPost("/api/subscriptions/cancel", { body: { reason } });
export const resumeSubscription = (): Promise<MySubscription> => send("POST", "/api/v1/subscriptions/resume");
export const changeFrequency = (billingFrequency: Frequency) =>
  send("POST", "/api/v1/subscriptions/change-frequency", { body: { billingFrequency } });
export const openPortal = (flow: "home" | "payment_method") =>
  send("POST", "/api/v1/subscriptions/portal", { body: { flow } });

export const requestPlan = (planId: number, billingFrequency: Frequency, message: string): Promise<SupportRequestOut> =>
  askSupport({ topic: "billing", message, planId, billingFrequency, page: window.location.pathname });

/** No address came back, although the call succeeded. */
export class NoCheckoutAddress extends Error {}

/** The address of the payment page for one plan. */
export async function startCheckout(planId: number, billingFrequency: Frequency): Promise<string> {
  const { origin } = window.location;
  const answer = await plainPost("/api/subscriptions/checkout", {
    body: {
      planId,
      billingFrequency,
      successUrl: `${origin}/dashboard/website?success=true`,
      cancelUrl: `${origin}/pricing?canceled=true`,
    },
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  if (!isWebAddress(answer.checkoutUrl)) throw new NoCheckoutAddress(checkout.noAddress);
  return answer.checkoutUrl;
}

function isWebAddress(url: string | null | undefined): url is string {
  return Boolean(url) && /^https?:$/.test(URL.parse(String(url))?.protocol ?? "");
}
