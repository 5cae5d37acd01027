import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { login } from "@/api/session";
import { Button, buttonClass } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useAuth } from "@/lib/auth";
import { hardNavigate } from "@/lib/browser";
import { textOf } from "@/lib/http";
import { auth } from "@/lib/messages/auth";
import { relogin as words } from "@/lib/messages/connection";
import { paths } from "@/lib/paths";
import { setSessionEnded } from "@/lib/session-signal";

/** Over the page as it is: the same person signs in again and goes on where they were. */
export function SessionDialog() {
  const { user, signedIn, refreshBusinessInfo } = useAuth();
  const [password, setPassword] = useState("");
  const again = useMutation({
    mutationFn: () => login({ email: user?.email ?? "", password }),
    onSuccess: (next) => {
      if (!("id" in next)) return void window.open(paths.login, "_blank", "noopener");
      signedIn(next);
      void refreshBusinessInfo();
      setSessionEnded(false);
    },
  });
  return (
    <Dialog open>
      <DialogContent title={words.title} description={words.text} closable={false}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            again.mutate();
          }}
        >
          <Field label={auth.email}>
            {(control) => <Input {...control} value={user?.email ?? ""} readOnly autoComplete="username" />}
          </Field>
          <Field label={auth.password} error={again.error ? textOf(again.error) : undefined}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                autoFocus
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" pending={again.isPending}>
            {again.isPending ? words.pending : words.submit}
          </Button>
        </form>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-2 text-sm">
          <a
            href={paths.login}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent-text underline-offset-4 hover:underline"
          >
            {words.other}
          </a>
          <button type="button" className={buttonClass("ghost", "sm")} onClick={() => hardNavigate(paths.login)}>
            {words.leave}
          </button>
          <p className="basis-full text-ink-3">{words.otherHint}</p>
        </div>
      </DialogContent>
    </Dialog>
  );
}
