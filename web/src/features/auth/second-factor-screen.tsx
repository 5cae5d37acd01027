import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";

import { giveCode } from "@/api/account-links";
import { askForSecondStep, finishWithPasskey, secondStepQuery } from "@/api/passkeys";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useAuth } from "@/lib/auth";
import { ApiError, textOf } from "@/lib/http";
import { links } from "@/lib/messages/auth-links";
import { passkeys as words } from "@/lib/messages/passkeys";
import { answerWithPasskey, passkeysSupported } from "@/lib/passkeys";
import { useForm } from "@/lib/small-form";

import { isWrong, trueCause } from "./failures";
import { Step } from "./step";

/** What a log-in with a right password still needs: a passkey, a code of the app, or a recovery code. */
export function SecondFactorScreen() {
  const ways = useQuery(secondStepQuery);
  const [recovery, setRecovery] = useState(false);
  if (ways.isPending) {
    return (
      <Step title={links.codeTitle}>
        <Skeleton className="h-40" />
      </Step>
    );
  }
  if (ways.isError) {
    return (
      <Step title={links.codeTitle}>
        <Alert kind="error">{causeOf(ways.error)}</Alert>
      </Step>
    );
  }
  const { app, passkeys } = ways.data;
  const byPasskey = passkeys && passkeysSupported();
  const byRecovery = recovery || !app;
  const codeText = byRecovery ? links.recoveryText : links.codeText;
  return (
    <Step title={links.codeTitle} text={byPasskey ? links.passkeyText : codeText}>
      {byPasskey ? (
        <>
          <PasskeyStep />
          <p className="text-ink-2">{`${words.or}: ${codeText}`}</p>
        </>
      ) : null}
      <CodeForm
        key={String(byRecovery)}
        recovery={byRecovery}
        first={!byPasskey}
        onSwitch={app ? () => setRecovery(!recovery) : null}
      />
    </Step>
  );
}

function PasskeyStep() {
  const { signedIn } = useAuth();
  const mutation = useMutation({
    mutationFn: async () => finishWithPasskey(await answerWithPasskey(await askForSecondStep())),
    onSuccess: signedIn,
  });
  const { error } = mutation;
  return (
    <>
      {error ? <Alert kind="error">{causeOf(error)}</Alert> : null}
      <Button size="lg" className="w-full" pending={mutation.isPending} onClick={() => mutation.mutate()}>
        {mutation.isPending ? null : <KeyRound aria-hidden size={18} />}
        {mutation.isPending ? words.waiting : words.use}
      </Button>
    </>
  );
}

type CodeFormProps = { recovery: boolean; first: boolean; onSwitch: (() => void) | null };

function CodeForm({ recovery, first, onSwitch }: CodeFormProps) {
  const { signedIn } = useAuth();
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>({
    schema: async () => (await import("./forms")).codeSchema,
    defaultValues: { code: "" },
  });
  const mutation = useMutation({
    mutationFn: ({ code }: { code: string }) => giveCode(code),
    onSuccess: signedIn,
    onError: (error) =>
      isWrong(error) ? setError("code", { message: textOf(error) }, { shouldFocus: true }) : undefined,
  });
  const { error } = mutation;
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((values) => mutation.mutate(values))(event)}
      className="flex flex-col gap-4"
    >
      {error && !isWrong(error) ? <Alert kind="error">{causeOf(error)}</Alert> : null}
      <Field label={recovery ? links.recovery : links.code} error={formState.errors.code?.message}>
        {(control) => (
          <Input
            {...control}
            {...register("code")}
            autoFocus={first}
            autoComplete="one-time-code"
            inputMode={recovery ? "text" : "numeric"}
            spellCheck={false}
            maxLength={40}
            className="tabular tracking-widest"
          />
        )}
      </Field>
      <Button
        type="submit"
        size="lg"
        variant={first ? "primary" : "secondary"}
        pending={mutation.isPending}
        className="w-full"
      >
        {mutation.isPending ? links.codeSending : links.codeSend}
      </Button>
      {onSwitch ? (
        <Button variant="link" onClick={onSwitch} className="self-start">
          {recovery ? links.useApp : links.useRecovery}
        </Button>
      ) : null}
    </form>
  );
}

function causeOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return links.startOver;
  return trueCause(error) ?? textOf(error);
}
