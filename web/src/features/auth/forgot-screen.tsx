import { useMutation } from "@tanstack/react-query";

import { askForReset } from "@/api/account-links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { textOf } from "@/lib/http";
import { auth } from "@/lib/messages/auth";
import { links } from "@/lib/messages/auth-links";
import { limits } from "@/lib/messages/validation";
import { useForm } from "@/lib/small-form";

import { trueCause } from "./failures";
import { Step } from "./step";

/** Asks for the link; the answer is the same whether the account exists or not. */
export function ForgotScreen() {
  const { register, handleSubmit, formState } = useForm<{ email: string }>({
    schema: async () => (await import("./forms")).forgotSchema,
    defaultValues: { email: "" },
  });
  const mutation = useMutation({ mutationFn: ({ email }: { email: string }) => askForReset(email) });
  if (mutation.isSuccess) {
    return (
      <Step title={links.forgotDoneTitle}>
        <Alert kind="success" title={links.forgotDone}>
          {links.forgotDoneText}
        </Alert>
        <Button variant="secondary" size="lg" onClick={() => mutation.reset()}>
          {links.sendAgain}
        </Button>
      </Step>
    );
  }
  return (
    <Step title={links.forgotTitle} text={links.forgotText}>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((values) => mutation.mutate(values))(event)}
        className="flex flex-col gap-4"
      >
        {mutation.error ? <Alert kind="error">{trueCause(mutation.error) ?? textOf(mutation.error)}</Alert> : null}
        <Field label={auth.email} error={formState.errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              {...register("email")}
              type="email"
              autoComplete="username"
              inputMode="email"
              maxLength={limits.email}
            />
          )}
        </Field>
        <Button type="submit" size="lg" pending={mutation.isPending} className="w-full">
          {mutation.isPending ? links.forgotSending : links.forgotSend}
        </Button>
      </form>
    </Step>
  );
}
