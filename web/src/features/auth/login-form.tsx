import { useMutation } from "@tanstack/react-query";

import { login } from "@/api/session";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useAuth } from "@/lib/auth";
import { auth } from "@/lib/messages/auth";
import { limits } from "@/lib/messages/validation";
import { useForm } from "@/lib/small-form";

import { loginFieldText, trueCause } from "./failures";
import type { LoginValues } from "./forms";
import { PasswordInput } from "./password-input";

export function LoginForm() {
  const { signedIn } = useAuth();
  const { register, handleSubmit, setError, formState } = useForm<LoginValues>({
    schema: async () => (await import("./forms")).loginSchema,
    defaultValues: { email: "", password: "" },
  });
  const mutation = useMutation({
    mutationFn: login,
    onSuccess: signedIn,
    onError: (error) => setError("password", { message: loginFieldText(error) }, { shouldFocus: true }),
  });
  const cause = trueCause(mutation.error);
  const { errors } = formState;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((values) => mutation.mutate(values))(event)} className="flex flex-col gap-4">
      {cause ? <Alert kind="error">{cause}</Alert> : null}
      <Field label={auth.email} error={errors.email?.message}>
        {(control) => <Input {...control} {...register("email")} type="email" autoComplete="username" inputMode="email" maxLength={limits.email} />}
      </Field>
      <Field label={auth.password} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="current-password" maxLength={limits.password} />}
      </Field>
      <Button type="submit" size="lg" pending={mutation.isPending} className="mt-1 w-full">
        {mutation.isPending ? auth.loginPending : auth.login}
      </Button>
    </form>
  );
}
