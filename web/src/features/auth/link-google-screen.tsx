import { useMutation } from "@tanstack/react-query";

import { linkGoogle } from "@/api/account-links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { useAuth } from "@/lib/auth";
import { ApiError, textOf } from "@/lib/http";
import { auth } from "@/lib/messages/auth";
import { links } from "@/lib/messages/auth-links";
import { limits } from "@/lib/messages/validation";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useForm } from "@/lib/small-form";

import { useAction } from "./actions";
import { isWrong, needsCode, trueCause } from "./failures";
import { Step } from "./step";

/** The password that connecting Google to an unconfirmed account takes, asked for once. */
export function LinkGoogleScreen() {
  const { signedIn } = useAuth();
  const goTo = useAction();
  const { register, handleSubmit, setError, formState } = useForm<{ password: string }>({
    schema: async () => (await import("./forms")).givenPasswordSchema,
    defaultValues: { password: "" },
  });
  const mutation = useMutation({
    mutationFn: ({ password }: { password: string }) => linkGoogle(password),
    onSuccess: signedIn,
    onError: (error) => {
      if (needsCode(error)) goTo("second-factor");
      else if (isWrong(error)) setError("password", { message: textOf(error) }, { shouldFocus: true });
    },
  });
  const { error } = mutation;
  const over = error instanceof ApiError && error.status === 401 && !needsCode(error);
  return (
    <Step title={links.linkTitle} text={links.linkText}>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((values) => mutation.mutate(values))(event)}
        className="flex flex-col gap-4"
      >
        {error && !isWrong(error) && !needsCode(error) ? (
          <Alert kind="error">{over ? links.startOver : (trueCause(error) ?? textOf(error))}</Alert>
        ) : null}
        <Field label={auth.password} error={formState.errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...register("password")}
              autoComplete="current-password"
              maxLength={limits.password}
            />
          )}
        </Field>
        <Button type="submit" size="lg" pending={mutation.isPending} className="w-full">
          {mutation.isPending ? links.codeSending : links.linkSend}
        </Button>
        <Link to={paths.forgot} className="self-start text-accent-text underline-offset-4 hover:underline">
          {links.linkForgot}
        </Link>
      </form>
    </Step>
  );
}
