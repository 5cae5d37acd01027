import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { account as words } from "@/lib/messages/account";
import { toast } from "@/lib/toast";

import { AccountForm, type FieldSpec } from "./account-form";
import { accountQuery, changePassword, loginsQuery, type Account } from "./api";
import { codeField } from "./proof";
import { Row } from "./row";

type Name = "currentPassword" | "password" | "code";

/** Changing the password, or setting the first one of an account that came through Google. */
export function PasswordRow({ account }: { account: Account }) {
  const [editing, setEditing] = useState(false);
  const client = useQueryClient();
  const fields: FieldSpec<Name>[] = [
    { name: "password", label: words.passwordNew, kind: "new-password", hint: words.passwordEnds },
  ];
  if (account.hasPassword)
    fields.unshift({
      name: "currentPassword",
      label: words.currentPassword,
      kind: "current-password",
      missing: words.currentPasswordMissing,
    });
  if (account.secondFactor.enabled) fields.push(codeField(account));
  const title = account.hasPassword ? words.passwordChange : words.passwordFirst;
  const done = () => {
    setEditing(false);
    toast({ title: words.passwordDone, description: words.passwordDoneText, variant: "success" });
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    void client.invalidateQueries({ queryKey: loginsQuery.queryKey });
  };
  return (
    <Row
      title={words.password}
      text={account.hasPassword ? words.passwordSet : words.passwordNone}
      actions={
        editing ? null : (
          <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
            {title}
          </Button>
        )
      }
    >
      {editing ? (
        <AccountForm
          label={title}
          fields={fields}
          save={words.save}
          send={(values) => changePassword(values)}
          onDone={done}
          onCancel={() => setEditing(false)}
        />
      ) : null}
    </Row>
  );
}
