import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { textOf } from "@/lib/http";
import { shared as words } from "@/lib/messages/share";

import { unlock } from "./api";

/** Asks for the password of a link; what it protects has not left the server yet. */
export function PasswordForm({ token, onOpen }: { token: string; onOpen: () => void }) {
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const send = useMutation({ mutationFn: () => unlock(token, password), onSuccess: onOpen });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === "");
    if (password && !send.isPending) send.mutate();
  };
  const problem = missing ? words.passwordMissing : send.isError ? textOf(send.error) : undefined;
  return (
    <div className="flex min-h-[50dvh] items-center justify-center">
      <Card className="w-full max-w-md">
        <h1 className="text-xl font-semibold">{words.locked}</h1>
        <p className="mt-1.5 text-ink-2">{words.lockedText}</p>
        <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
          <Field label={words.password} error={problem} required>
            {(control) => (
              <PasswordInput
                {...control}
                value={password}
                autoComplete="off"
                autoFocus
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" pending={send.isPending || send.isSuccess}>
            {words.open}
          </Button>
        </form>
      </Card>
    </div>
  );
}
