import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { confirmAddress } from "@/api/account-links";
import { USER_KEY } from "@/api/session";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useAuth } from "@/lib/auth";
import { textOf } from "@/lib/http";
import { links } from "@/lib/messages/auth-links";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import { useLinkToken } from "./link-token";
import { LoginForm } from "./login-form";
import { Checking, Step } from "./step";
import { useLinkState } from "./use-link-state";

/** Confirms an address through the link of a mail, by somebody signed in to the account. */
export function VerifyScreen() {
  const { user } = useAuth();
  const client = useQueryClient();
  const token = useLinkToken();
  const { mutate, data, error, isIdle } = useMutation({
    mutationFn: () => confirmAddress(token),
    onSuccess: () => client.invalidateQueries({ queryKey: USER_KEY }),
  });
  const state = useLinkState(token, "confirm", !user);
  const ready = Boolean(user) && state === "open";
  useEffect(() => {
    if (ready && isIdle) mutate();
  }, [ready, isIdle, mutate]);

  if (state === "incomplete")
    return <Step title={links.verifyTitle}>{data ? null : <Alert kind="error">{links.noToken}</Alert>}</Step>;
  if (state === "checking") return <Checking />;
  if (!user && state === "over") {
    return (
      <Step title={links.verifyTitle}>
        <Alert kind="error" title={links.linkOver}>
          {links.verifyOver}
        </Alert>
      </Step>
    );
  }
  if (!user) {
    return (
      <Step title={links.verifyTitle} text={links.verifySignIn} back={false}>
        <LoginForm />
      </Step>
    );
  }
  if (data) {
    return (
      <Step title={links.verifyDoneTitle} back={false}>
        <Alert kind="success">{links.verifyDone(data.email)}</Alert>
        <GoOn />
      </Step>
    );
  }
  return (
    <Step title={links.verifyTitle} back={false}>
      {error ? (
        <>
          <Alert kind="error" title={links.verifyFailed}>
            <p>{textOf(error)}</p>
            <p>{links.verifyGoOn}</p>
          </Alert>
          <GoOn />
        </>
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner className="size-5" />
          {links.verifying}
        </p>
      )}
    </Step>
  );
}

function GoOn() {
  return (
    <Link to={paths.dashboard} className={buttonClass("primary", "lg")}>
      {links.goOn}
    </Link>
  );
}
