import { useMutation } from "@tanstack/react-query";

import { login } from "@/api/session";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { useAuth } from "@/lib/auth";
import { auth } from "@/lib/messages/auth";
import { limits } from "@/lib/messages/validation";
import { Link, useSearchParams } from "@/lib/navigation";
import { useForm } from "@/lib/small-form";

import { useAction, withAction } from "./actions";
import { loginFieldText, needsCode, trueCause } from "./failures";
import type { LoginValues } from "./forms";

type LoginFormProps = {
  email?: string;
  /** Before the form makes way for the one that asks for a code. */
  onLeave?: () => void;
};

export function LoginForm({ email = "", onLeave }: LoginFormProps) {
  const { signedIn } = useAuth();
  const goTo = useAction();
  const { register, handleSubmit, setError, formState } = useForm<LoginValues>({
    schema: async () => (await import("./forms")).loginSchema,
    defaultValues: { email, password: "" },
  });
  const mutation = useMutation({
    mutationFn: login,
    onSuccess: signedIn,
    onError: (error) => {
      if (!needsCode(error)) return setError("password", { message: loginFieldText(error) }, { shouldFocus: true });
      onLeave?.();
      goTo("second-factor");
    },
  });
  const cause = needsCode(mutation.error) ? null : trueCause(mutation.error);
  const { errors } = formState;
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((values) => mutation.mutate(values))(event)}
      className="flex flex-col gap-4"
    >
      {cause ? <Alert kind="error">{cause}</Alert> : null}
      <Field label={auth.email} error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register("email")}
            type="email"
            autoComplete="username webauthn"
            inputMode="email"
            maxLength={limits.email}
          />
        )}
      </Field>
      <Field label={auth.password} error={errors.password?.message} aside={<ForgotLink />}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register("password")}
            autoComplete="current-password"
            maxLength={limits.password}
          />
        )}
      </Field>
      <Button type="submit" size="lg" pending={mutation.isPending} className="mt-1 w-full">
        {mutation.isPending ? auth.loginPending : auth.login}
      </Button>
    </form>
  );
}

function ForgotLink() {
  const [params] = useSearchParams();
  return (
    <Link
      to={`?${withAction(params, "forgot")}`}
      className="text-sm text-accent-text underline-offset-4 hover:underline"
    >
      {auth.forgot}
    </Link>
  );
}
