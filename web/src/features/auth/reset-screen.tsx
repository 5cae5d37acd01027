import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { resetPassword } from "@/api/account-links";
import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordAdvice } from "@/components/ui/password-advice";
import { PasswordInput } from "@/components/ui/password-input";
import { hardNavigate } from "@/lib/browser";
import { textOf } from "@/lib/http";
import { links } from "@/lib/messages/auth-links";
import { limits } from "@/lib/messages/validation";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useForm } from "@/lib/small-form";

import { trueCause } from "./failures";
import { useLinkToken } from "./link-token";
import { Checking, Step } from "./step";
import { useLinkState } from "./use-link-state";

/** A new password through the link of a mail. Afterwards nobody is signed in any more, here either. */
export function ResetScreen() {
  const token = useLinkToken();
  const state = useLinkState(token, "reset");
  const [typed, setTyped] = useState("");
  const { register, handleSubmit, formState } = useForm<{ password: string }>({
    schema: async () => (await import("./forms")).resetSchema,
    defaultValues: { password: "" },
  });
  const mutation = useMutation({ mutationFn: ({ password }: { password: string }) => resetPassword(token, password) });
  if (mutation.isSuccess) {
    return (
      <Step title={links.resetDoneTitle} back={false}>
        <Alert kind="success">{links.resetDone}</Alert>
        <Button size="lg" onClick={() => hardNavigate(paths.login)}>
          {links.toLogin}
        </Button>
      </Step>
    );
  }
  if (state === "checking") return <Checking />;
  if (state !== "open") {
    return (
      <Step title={links.resetTitle}>
        {state === "over" ? (
          <Alert kind="error" title={links.linkOver}>
            {links.resetOver}
          </Alert>
        ) : (
          <Alert kind="error">{links.noToken}</Alert>
        )}
        <AskNew />
      </Step>
    );
  }
  return (
    <Step title={links.resetTitle} text={links.resetText}>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((values) => mutation.mutate(values))(event)}
        className="flex flex-col gap-4"
      >
        {mutation.error ? (
          <Alert kind="error" action={<AskNew />}>
            {trueCause(mutation.error) ?? textOf(mutation.error)}
          </Alert>
        ) : null}
        <Field label={links.newPassword} error={formState.errors.password?.message}>
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
        <Button type="submit" size="lg" pending={mutation.isPending} className="w-full">
          {mutation.isPending ? links.resetSaving : links.resetSave}
        </Button>
      </form>
    </Step>
  );
}

function AskNew() {
  return (
    <Link to={paths.forgot} className={buttonClass("secondary", "sm", "self-start")}>
      {links.askNew}
    </Link>
  );
}
