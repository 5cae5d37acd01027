import { queryOptions, useQuery } from "@tanstack/react-query";

import type { MySubscriptionOut, PlanOut } from "@/api/generated";
import { useAuth } from "@/lib/auth";
import { request } from "@/lib/http";
import { checkout } from "@/lib/messages/billing";

export type Frequency = PlanOut["billingFrequency"];
export type Plan = Pick<PlanOut, "id" | "name" | "description" | "price" | "yearlyPerMonth" | "features" | "popular">;

type SubscribedPlan = NonNullable<MySubscriptionOut["plan"]>;
/** The specification lets the features arrive as a list or as the JSON text of one. */
export type MySubscription = Omit<MySubscriptionOut, "plan"> & {
  plan: (Omit<SubscribedPlan, "features"> & { features?: SubscribedPlan["features"] | string | null }) | null;
};

export const SUBSCRIPTION_KEY = ["/api/subscriptions/my-subscription"] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

export const plansQuery = queryOptions({
  queryKey: ["/api/subscriptions/plans"],
  queryFn: ({ signal }) => request<Plan[]>("GET", "/api/subscriptions/plans", { signal }),
});

/** Asked only for a signed-in user; more patiently, and never from memory, after a return from checkout. */
export function useMySubscription(afterCheckout = false) {
  const { user } = useAuth();
  return useQuery({
    queryKey: SUBSCRIPTION_KEY,
    queryFn: ({ signal }) => request<MySubscription>("GET", SUBSCRIPTION_KEY[0], { signal }),
    enabled: Boolean(user),
    retry: afterCheckout ? 3 : 1,
    retryDelay: afterCheckout ? 2000 : 1000,
    staleTime: afterCheckout ? 0 : Number.POSITIVE_INFINITY,
    gcTime: DAY_MS,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
  });
}

/** No address came back, although the call succeeded. */
export class NoCheckoutAddress extends Error {}

/** The address of the payment page for one plan. */
export async function startCheckout(planId: number, billingFrequency: Frequency): Promise<string> {
  const { origin } = window.location;
  const answer = await request<{ checkoutUrl?: string | null }>("POST", "/api/subscriptions/checkout", {
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
