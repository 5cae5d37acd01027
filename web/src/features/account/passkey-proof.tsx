import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";

import { askForProof, type PasskeyAnswer } from "@/api/passkeys";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { textOf } from "@/lib/http";
import { passkeys as words } from "@/lib/messages/passkeys";
import { answerWithPasskey, passkeysSupported } from "@/lib/passkeys";

/** Shows with a passkey that it is still the account's person, in place of the code below it. */
export function PasskeyProof({ pending, onAnswer }: { pending: boolean; onAnswer: (answer: PasskeyAnswer) => void }) {
  const proof = useMutation({ mutationFn: async () => answerWithPasskey(await askForProof()), onSuccess: onAnswer });
  if (!passkeysSupported()) return null;
  const busy = pending || proof.isPending;
  return (
    <div className="flex flex-col gap-4">
      {proof.error ? <Alert kind="error">{textOf(proof.error)}</Alert> : null}
      <Button variant="secondary" pending={busy} onClick={() => proof.mutate()} className="self-start">
        {busy ? null : <KeyRound aria-hidden size={16} />}
        {proof.isPending ? words.waiting : words.use}
      </Button>
      <p className="text-sm text-ink-3">{words.or}</p>
    </div>
  );
}
