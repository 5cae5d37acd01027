import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect } from "react";

import { askToSignIn, signInWithPasskey } from "@/api/passkeys";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useAuth } from "@/lib/auth";
import { textOf } from "@/lib/http";
import { passkeys as words } from "@/lib/messages/passkeys";
import { answerWithPasskey, PasskeyError, passkeysInFields, passkeysSupported } from "@/lib/passkeys";

import { trueCause } from "./failures";

/** What a browser is asked ends after five minutes; it is asked anew before. */
const ASKED_ANEW_MS = 4 * 60_000;

type Answer = Awaited<ReturnType<typeof answerWithPasskey>>;

/**
 * Signs in with a passkey when it is pressed; until then the passkeys are offered in the field for the email as well.
 */
export function PasskeyButton() {
  const { signedIn } = useAuth();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: async (chosen: Answer | null) =>
      signInWithPasskey(chosen ?? (await answerWithPasskey(await askToSignIn()))),
    onSuccess: signedIn,
  });
  const busy = isPending || isSuccess;
  useEffect(() => {
    if (busy) return;
    const control = new AbortController();
    void offered(control.signal).then((answer) => (answer && !control.signal.aborted ? mutate(answer) : undefined));
    return () => control.abort();
  }, [busy, mutate]);
  if (!passkeysSupported()) return null;
  return (
    <>
      <Button variant="secondary" size="lg" className="w-full" pending={isPending} onClick={() => mutate(null)}>
        {isPending ? null : <KeyRound aria-hidden size={18} />}
        {isPending ? words.waiting : words.signIn}
      </Button>
      {error ? <Alert kind="error">{trueCause(error) ?? textOf(error)}</Alert> : null}
    </>
  );
}

/** The answer of the passkey that was chosen in the field; null when it was called off or cannot be offered here. */
async function offered(signal: AbortSignal): Promise<Answer | null> {
  try {
    if (!(await passkeysInFields())) return null;
    while (!signal.aborted) {
      const options = await askToSignIn();
      const until = AbortSignal.any([signal, AbortSignal.timeout(ASKED_ANEW_MS)]);
      try {
        return await answerWithPasskey(options, { inField: true, signal: until });
      } catch (reason) {
        const late = reason instanceof PasskeyError && until.aborted;
        if (!late) return null;
      }
    }
  } catch {
    // Nothing is offered then; the button says what is wrong once it is pressed.
  }
  return null;
}
