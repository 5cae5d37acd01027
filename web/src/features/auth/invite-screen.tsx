import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { sendConfirmation } from "@/api/account-links";
import { acceptInvitation, previewQuery, type InvitationPreview } from "@/api/team";
import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Spinner } from "@/components/ui/spinner";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useAuth } from "@/lib/auth";
import { hardNavigate } from "@/lib/browser";
import { longDate } from "@/lib/format";
import { ApiError, isNotFound, textOf } from "@/lib/http";
import { auth } from "@/lib/messages/auth";
import { common } from "@/lib/messages/common";
import { invitation as words, team } from "@/lib/messages/team";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { announceSession } from "@/lib/session-signal";
import { useLogout } from "@/lib/use-logout";

import { Divider } from "./divider";
import { GoogleButton } from "./google-button";
import { useLinkToken } from "./link-token";
import { LoginForm } from "./login-form";
import { PasskeyButton } from "./passkey-button";
import { keepInvitation, takeInvitation } from "./pending-invitation";
import { RegisterForm } from "./register-form";
import { Step } from "./step";

/** Who invites to what. Whoever holds the link signs in or creates an account on the spot, and joins. */
export function InviteScreen() {
  const token = useLinkToken(takeInvitation);
  const preview = useQuery({ ...previewQuery(token), staleTime: Infinity });
  if (!token || isNotFound(preview.error)) {
    return (
      <Step title={words.title("")} back={false}>
        <Alert kind="error">{words.unknown}</Alert>
        <Continue />
      </Step>
    );
  }
  if (preview.isError) return <ErrorCard error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) {
    return (
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner className="size-5" />
        {common.loading}
      </p>
    );
  }
  return <Invitation token={token} invitation={preview.data} />;
}

function Invitation({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const { user } = useAuth();
  const { workspaceName, inviter, role, email, state, expiresAt } = invitation;
  const text = [
    words.text(inviter, team.roles[role]),
    words.forAddress(email),
    state === "open" ? words.until(longDate(expiresAt)) : "",
  ].join(" ");
  return (
    <Step title={words.title(workspaceName)} text={text} back={false}>
      {state !== "open" ? (
        <>
          <Alert kind="warning">{words.over[state]}</Alert>
          <Continue />
        </>
      ) : !user ? (
        <Entry token={token} email={email} />
      ) : user.email === email ? (
        <Accept token={token} userId={user.id} email={email} />
      ) : (
        <WrongAccount token={token} invited={email} own={user.email} />
      )}
    </Step>
  );
}

/** For a link that leads nowhere any more: on to the product, or to signing in. */
function Continue() {
  const { user } = useAuth();
  return (
    <Link to={user ? paths.dashboard : paths.login} className={buttonClass("secondary", "lg")}>
      {words.onward}
    </Link>
  );
}

function Accept({ token, userId, email }: { token: string; userId: string; email: string }) {
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: () => {
      announceSession(userId);
      hardNavigate(paths.dashboard);
    },
  });
  return (
    <>
      {accept.isError ? <Refusal error={accept.error} email={email} /> : null}
      <Button size="lg" pending={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
        {accept.isPending || accept.isSuccess ? words.accepting : words.accept}
      </Button>
    </>
  );
}

/** Why it was not accepted; where the address is to be confirmed first, with the way to do it. */
function Refusal({ error, email }: { error: Error; email: string }) {
  const proof = useMutation({ mutationFn: sendConfirmation });
  const unconfirmed = error instanceof ApiError && error.code === "email-unconfirmed";
  const send = (
    <Button variant="secondary" pending={proof.isPending} onClick={() => proof.mutate()}>
      {words.sendProof}
    </Button>
  );
  if (proof.isSuccess) return <Alert kind="info">{words.proofSent(email)}</Alert>;
  return (
    <Alert kind="error" title={words.failed} action={unconfirmed ? send : undefined}>
      {textOf(proof.error ?? error)}
    </Alert>
  );
}

function WrongAccount({ token, invited, own }: { token: string; invited: string; own: string }) {
  const { logout, pending } = useLogout();
  const leave = () => {
    keepInvitation(token);
    logout();
  };
  return (
    <Alert
      kind="warning"
      title={words.otherTitle}
      action={
        <Button variant="secondary" pending={pending} onClick={leave}>
          {words.logout}
        </Button>
      }
    >
      {words.otherText(invited, own)}
    </Alert>
  );
}

/** The screen stays, or is come back to from Google: once somebody is signed in, it offers to accept. */
function Entry({ token, email }: { token: string; email: string }) {
  const [choice, setChoice] = useState("new");
  return (
    <>
      <div className="flex flex-col gap-3">
        <GoogleButton onLeave={() => keepInvitation(token)} />
        <PasskeyButton />
      </div>
      <Divider />
      <Tabs value={choice} onValueChange={setChoice}>
        <TabsList variant="segmented" aria-label={auth.tabs}>
          <TabsTrigger value="new">{words.newAccount}</TabsTrigger>
          <TabsTrigger value="login">{words.haveAccount}</TabsTrigger>
        </TabsList>
        <TabsContent value="new">
          <RegisterForm email={email} />
        </TabsContent>
        <TabsContent value="login">
          <LoginForm email={email} onLeave={() => keepInvitation(token)} />
        </TabsContent>
      </Tabs>
    </>
  );
}
