import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { sendConfirmation } from "@/api/account-links";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

import { AccountForm, type FieldSpec } from "./account-form";
import { accountQuery, changeEmail, type Account } from "./api";
import { proofFields } from "./proof";
import type { ProofName } from "./proof-types";
import { Row } from "./row";

type Name = "email" | ProofName;

/** The address the person signs in with: whether it is confirmed, and changing it. */
export function EmailRow({ account }: { account: Account }) {
  const [editing, setEditing] = useState(false);
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: sendConfirmation,
    onSuccess: () => toast({ title: words.confirmSent, variant: "success" }),
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
  const fields: FieldSpec<Name>[] = [
    { name: "email", label: words.emailNew, kind: "email", hint: words.emailHint },
    ...proofFields(account),
  ];
  const done = () => {
    setEditing(false);
    toast({ title: words.emailSent, description: words.emailSentText, variant: "success" });
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
  };
  return (
    <Row
      title={words.email}
      badge={
        <Badge tone={account.emailVerified ? "good" : "moderate"}>
          {account.emailVerified ? words.emailConfirmed : words.emailUnconfirmed}
        </Badge>
      }
      text={
        <>
          {account.email}
          {account.pendingEmail ? (
            <span className="mt-1 block text-sm">{words.emailPending(account.pendingEmail)}</span>
          ) : null}
        </>
      }
      actions={
        editing ? null : (
          <>
            {account.emailVerified ? null : (
              <Button variant="secondary" size="sm" pending={again.isPending} onClick={() => again.mutate()}>
                {words.confirmSend}
              </Button>
            )}
            <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
              {words.change}
              <span className="sr-only">: {words.email}</span>
            </Button>
          </>
        )
      }
    >
      {editing ? (
        <AccountForm
          label={words.email}
          fields={fields}
          save={words.save}
          send={(values) => changeEmail(values)}
          onDone={done}
          onCancel={() => setEditing(false)}
        />
      ) : null}
    </Row>
  );
}
