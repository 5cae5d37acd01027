import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { giveCode } from "@/api/account-links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useAuth } from "@/lib/auth";
import { ApiError, textOf } from "@/lib/http";
import { links } from "@/lib/messages/auth-links";
import { useForm } from "@/lib/small-form";

import { trueCause } from "./failures";
import { Step } from "./step";

/** The code that a log-in with a right password still needs. */
export function SecondFactorScreen() {
  const { signedIn } = useAuth();
  const [recovery, setRecovery] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>({
    schema: async () => (await import("./forms")).codeSchema,
    defaultValues: { code: "" },
  });
  const mutation = useMutation({
    mutationFn: ({ code }: { code: string }) => giveCode(code),
    onSuccess: signedIn,
    onError: (error) => (isWrong(error) ? setError("code", { message: textOf(error) }, { shouldFocus: true }) : undefined),
  });
  const { error } = mutation;
  const over = error instanceof ApiError && error.status === 401;
  return (
    <Step title={links.codeTitle} text={recovery ? links.recoveryText : links.codeText}>
      <form noValidate onSubmit={(event) => void handleSubmit((values) => mutation.mutate(values))(event)} className="flex flex-col gap-4">
        {error && !isWrong(error) ? <Alert kind="error">{over ? links.startOver : (trueCause(error) ?? textOf(error))}</Alert> : null}
        <Field label={recovery ? links.recovery : links.code} error={formState.errors.code?.message}>
          {(control) => (
            <Input
              {...control}
              {...register("code")}
              key={String(recovery)}
              autoFocus
              autoComplete="one-time-code"
              inputMode={recovery ? "text" : "numeric"}
              spellCheck={false}
              maxLength={40}
              className="tabular tracking-widest"
            />
          )}
        </Field>
        <Button type="submit" size="lg" pending={mutation.isPending} className="w-full">
          {mutation.isPending ? links.codeSending : links.codeSend}
        </Button>
        <Button look="link" onClick={() => setRecovery(!recovery)} className="self-start">
          {recovery ? links.useApp : links.useRecovery}
        </Button>
      </form>
    </Step>
  );
}

const isWrong = (error: unknown) => error instanceof ApiError && error.status === 422;
