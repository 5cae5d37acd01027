import { useMutation, useQueryClient } from "@tanstack/react-query";

import { MY_SUBSCRIPTION_KEY } from "@/api/live";
import { hardNavigate } from "@/lib/browser";
import { ApiError } from "@/lib/http";
import { checkout } from "@/lib/messages/billing";
import { cancellation, managing } from "@/lib/messages/billing-manage";
import { toast } from "@/lib/toast";

import {
  cancelSubscription,
  changeFrequency,
  openPortal,
  resumeSubscription,
  type Frequency,
  type MySubscription,
} from "./api";
import { announceSubscription } from "./subscription-signal";

const failed = (title: string, fallback: string) => (error: unknown) =>
  void toast({ title, description: sentence(error, fallback), variant: "destructive" });

/** What the server said; of a provider that does not answer also what to do, which the server leaves to the screen. */
function sentence(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.status >= 500 ? `${error.message} ${checkout.orContact}` : error.message;
}

/** The answer of a change is the new state: it is shown at once, and every tab asks again. */
function useApplySubscription() {
  const client = useQueryClient();
  return (mine: MySubscription) => {
    client.setQueryData(MY_SUBSCRIPTION_KEY, mine);
    announceSubscription(client);
  };
}

export function useCancel(onDone: () => void) {
  const taken = useApplySubscription();
  return useMutation({
    mutationFn: cancelSubscription,
    onSuccess: (mine) => {
      taken(mine);
      toast({ title: cancellation.doneTitle, description: cancellation.doneText, variant: "success" });
      onDone();
    },
    onError: failed(cancellation.errorTitle, cancellation.failed),
  });
}

export function useResume() {
  const taken = useApplySubscription();
  return useMutation({
    mutationFn: resumeSubscription,
    onSuccess: (mine) => {
      taken(mine);
      toast({ title: managing.resumedTitle, description: managing.resumedText, variant: "success" });
    },
    onError: failed(cancellation.errorTitle, managing.resumeFailed),
  });
}

/** Leads to the payment provider's page for the payment method, or for everything. */
export function usePortal() {
  return useMutation({
    mutationFn: async (flow: "home" | "payment_method") => (await openPortal(flow)).url,
    onSuccess: hardNavigate,
    onError: failed(managing.portalFailed, managing.portalLater),
  });
}

/** Leads to the page where another billing period is confirmed. */
export function useSwitch() {
  return useMutation({
    mutationFn: async (frequency: Frequency) => (await changeFrequency(frequency)).url,
    onSuccess: hardNavigate,
    onError: failed(managing.portalFailed, managing.portalLater),
  });
}
