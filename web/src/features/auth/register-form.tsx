import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { register as createAccount } from "@/api/session";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordAdvice } from "@/components/ui/password-advice";
import { PasswordInput } from "@/components/ui/password-input";
import { useAuth } from "@/lib/auth";
import { auth } from "@/lib/messages/auth";
import { limits } from "@/lib/messages/validation";
import { useForm } from "@/lib/small-form";

import { registerFieldText, trueCause } from "./failures";
import type { RegisterValues } from "./forms";
import { LegalLines } from "./legal-lines";

export function RegisterForm({ email = "" }: { email?: string }) {
  const { signedIn } = useAuth();
  const [typed, setTyped] = useState("");
  const { register, handleSubmit, setError, formState } = useForm<RegisterValues>({
    schema: async () => (await import("./forms")).registerSchema,
    defaultValues: { firstName: "", lastName: "", email, password: "" },
  });
  const mutation = useMutation({
    mutationFn: createAccount,
    onSuccess: signedIn,
    onError: (error) => setError("email", { message: registerFieldText(error) }, { shouldFocus: true }),
  });
  const cause = trueCause(mutation.error);
  const { errors } = formState;
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((values) => mutation.mutate(values))(event)}
      className="flex flex-col gap-4"
    >
      {cause ? <Alert kind="error">{cause}</Alert> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={auth.firstName} error={errors.firstName?.message}>
          {(control) => (
            <Input {...control} {...register("firstName")} autoComplete="given-name" maxLength={limits.name} />
          )}
        </Field>
        <Field label={auth.lastName} error={errors.lastName?.message}>
          {(control) => (
            <Input {...control} {...register("lastName")} autoComplete="family-name" maxLength={limits.name} />
          )}
        </Field>
      </div>
      <Field label={auth.email} error={errors.email?.message}>
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
      <Field
        label={auth.password}
        error={errors.password?.message}
        hint={errors.password || typed ? undefined : auth.passwordHint}
      >
        {(control) => (
          <>
            <PasswordInput
              {...control}
              {...register("password")}
              onInput={(event) => setTyped(event.currentTarget.value)}
              autoComplete="new-password"
              maxLength={limits.password}
            />
            <PasswordAdvice password={typed} />
          </>
        )}
      </Field>
      <Button type="submit" size="lg" pending={mutation.isPending} className="mt-1 w-full">
        {mutation.isPending ? auth.createPending : auth.create}
      </Button>
      <LegalLines />
    </form>
  );
}
