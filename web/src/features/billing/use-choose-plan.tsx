import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";

import { buttonClass } from "@/components/ui/button";
import { useAuth } from "@/lib/auth";
import { hardNavigate } from "@/lib/browser";
import { ApiError } from "@/lib/http";
import { checkout, pricing } from "@/lib/messages/billing";
import { frame } from "@/lib/messages/frame";
import { authThen } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { NoCheckoutAddress, startCheckout, type Frequency } from "./api";
import { decideChoice } from "./plans";

type Choosing = {
  currentId: number;
  frequency: Frequency;
  /** Where nothing can be paid online, the plan is asked for instead. */
  byHand: ((planId: number) => void) | null;
};

/** Applies the upgrade rules to a pressed button; `pendingId` is the plan whose payment page is on its way. */
export function useChoosePlan({ currentId, frequency, byHand }: Choosing) {
  const { user } = useAuth();
  const { pathname, search } = useLocation();
  const start = useMutation({
    mutationFn: (planId: number) => startCheckout(planId, frequency),
    onSuccess: hardNavigate,
    onError: (error) => toast({ title: checkout.errorTitle, description: failureText(error), variant: "destructive" }),
  });
  const { reset } = start;
  const busy = start.isPending || start.isSuccess;

  // The browser's back button may bring this page back exactly as it was left, still waiting.
  useEffect(() => {
    const returned = (event: PageTransitionEvent) => (event.persisted ? reset() : undefined);
    window.addEventListener("pageshow", returned);
    return () => window.removeEventListener("pageshow", returned);
  }, [reset]);

  const choose = (planId: number) => {
    if (busy) return;
    switch (decideChoice(Boolean(user), currentId, planId)) {
      case "login":
        return void toast({
          title: checkout.loginTitle,
          description: checkout.loginText,
          variant: "warning",
          action: <SignIn to={pathname + search} />,
        });
      case "subscribed":
        return void toast({ title: checkout.subscribedTitle, description: checkout.subscribedText, variant: "info" });
      case "support":
        return void toast({
          title: checkout.supportTitle,
          description: checkout.supportText,
          variant: "info",
          action: <Contact />,
        });
      case "checkout":
        if (byHand) return byHand(planId);
        toast({ title: checkout.preparingTitle, description: checkout.preparingText, variant: "info" });
        start.mutate(planId);
    }
  };
  return { choose, pendingId: busy ? start.variables : undefined };
}

/** A toast stands outside the router, so its link is a plain one. */
function SignIn({ to }: { to: string }) {
  return (
    <a href={authThen(to)} className={buttonClass("secondary", "sm")}>
      {frame.signIn}
    </a>
  );
}

function Contact() {
  return (
    <a href="#contact" className={buttonClass("secondary", "sm")}>
      {pricing.writeToUs}
    </a>
  );
}

function failureText(error: unknown): string {
  if (error instanceof NoCheckoutAddress) return error.message;
  const said = error instanceof ApiError ? error.message : "";
  return `${said || checkout.failed} ${checkout.orContact}`;
}
