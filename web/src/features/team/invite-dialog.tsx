import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { textOf } from "@/lib/http";
import { limits } from "@/lib/messages/validation";
import { team } from "@/lib/messages/team";
import { toast } from "@/lib/toast";

import { invite, INVITED_ROLES, type Invitation, type InvitedRole } from "./api";
import { useAction } from "./use-action";

/** Asks for an address and a role. What is wrong is said here, and what was typed stays. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<InvitedRole>("editor");
  const send = useAction<{ email: string; role: InvitedRole }, Invitation>({
    run: invite,
    saidInPlace: true,
    done: (made) => {
      onClose();
      toast({ variant: "success", title: team.invited(made.email) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) send.mutate({ email: email.trim(), role });
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={team.inviteTitle}
        description={team.inviteText}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {team.cancel}
            </Button>
            <Button type="submit" form="invite" pending={send.isPending}>
              {send.isPending ? team.inviteSending : team.inviteSend}
            </Button>
          </>
        }
      >
        <form id="invite" noValidate onSubmit={submit} className="flex flex-col gap-4">
          {send.isError ? <Alert kind="error">{textOf(send.error)}</Alert> : null}
          <Field label={team.email} required>
            {(control) => (
              <Input
                {...control}
                type="email"
                inputMode="email"
                autoComplete="off"
                maxLength={limits.email}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                autoFocus
              />
            )}
          </Field>
          <Field label={team.role}>
            {(control) => (
              <Select {...control} value={role} onChange={(event) => setRole(event.target.value as InvitedRole)}>
                {INVITED_ROLES.map((value) => (
                  <option key={value} value={value}>
                    {team.roles[value]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
