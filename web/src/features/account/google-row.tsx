import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { Button } from "@/components/ui/button";
import { hardNavigate } from "@/lib/browser";
import { account as words } from "@/lib/messages/account";
import { useSearchParams } from "@/lib/navigation";
import { toast } from "@/lib/toast";

import { AccountForm } from "./account-form";
import { accountQuery, connectGoogle, removeGoogle, type Account } from "./api";
import { proofFields } from "./proof";
import { Row } from "./row";

/** The Google account that may sign in. Connecting leaves for Google and comes back here. */
export function GoogleRow({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  useGoogleReturn();
  const connected = account.googleEmail;
  const proof = proofFields(account);
  const removed = () => {
    setOpen(false);
    toast({ title: words.googleRemoved, variant: "success" });
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
  };
  const text = connected
    ? words.googleConnected(connected)
    : !account.googleAvailable
      ? words.googleOff
      : account.emailVerified
        ? words.googleNone
        : words.googleNeedsEmail;
  const possible = connected ? account.hasPassword : account.googleAvailable && account.emailVerified;
  const label = connected ? words.googleRemove : words.googleConnect;
  return (
    <Row
      title={words.google}
      text={text}
      actions={
        possible && !open ? (
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            {label}
            <span className="sr-only">: {words.google}</span>
          </Button>
        ) : null
      }
    >
      {open && connected ? (
        <AccountForm
          label={label}
          fields={proof}
          save={label}
          danger
          send={removeGoogle}
          onDone={removed}
          onCancel={() => setOpen(false)}
        />
      ) : null}
      {open && !connected ? (
        <AccountForm
          label={label}
          fields={proof}
          save={label}
          send={connectGoogle}
          onDone={({ address }) => hardNavigate(address)}
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </Row>
  );
}

/** Says once that the way back from Google worked. */
function useGoogleReturn(): void {
  const [params, setParams] = useSearchParams();
  const returned = params.get("google") === "connected";
  useEffect(() => {
    if (!returned) return;
    toast({ title: words.googleDone, variant: "success" });
    setParams(
      (old) => {
        old.delete("google");
        return old;
      },
      { replace: true },
    );
  }, [returned, setParams]);
}
