import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { SupportSent } from "@/components/support/support-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import type { PartProps } from "@/components/ui/lazy-part";
import { useAuth } from "@/lib/auth";
import { textOf } from "@/lib/http";
import { frequencies } from "@/lib/messages/billing";
import { manual as words } from "@/lib/messages/billing-manage";

import { requestPlan, type Frequency, type Plan } from "./api";
import { periodPrice } from "./plans";

const LONGEST = 1_000;

type ManualDialogProps = PartProps & { plan: Plan; frequency: Frequency };

/** Where plans cannot be paid online, somebody may ask for one; nothing is charged or given by asking. */
export function ManualDialog({ plan, frequency, onClose }: ManualDialogProps) {
  const { user } = useAuth();
  const [note, setNote] = useState("");
  const send = useMutation({
    mutationFn: () =>
      requestPlan(
        plan.id,
        frequency,
        [words.message(plan.name, frequencies[frequency]), note.trim()].filter(Boolean).join("\n\n"),
      ),
  });
  const price = (frequency === "yearly" ? words.perYear : words.perMonth)(periodPrice(plan, frequency));
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={words.title(plan.name)}
        description={words.text(price)}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {words.close}
            </Button>
            {send.data ? null : (
              <Button pending={send.isPending} onClick={() => send.mutate()}>
                {send.isPending ? words.sending : words.send}
              </Button>
            )}
          </>
        }
      >
        {send.data ? (
          <SupportSent request={send.data} email={user?.email ?? ""} />
        ) : (
          <div className="flex flex-col gap-4">
            <Field label={words.note}>
              {(control) => (
                <Textarea
                  {...control}
                  rows={4}
                  maxLength={LONGEST}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                />
              )}
            </Field>
            {send.error ? <Alert kind="error">{textOf(send.error)}</Alert> : null}
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
