import { useState, type FormEvent } from "react";

import { createWorkspace } from "@/api/team";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { hardNavigate } from "@/lib/browser";
import { textOf } from "@/lib/http";
import { team, workspaces as words } from "@/lib/messages/team";
import { paths } from "@/lib/paths";

import { useAction } from "./use-action";

/** Creates another workspace and opens it, to set up its business. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const create = useAction<string>({
    run: createWorkspace,
    saidInPlace: true,
    done: () => hardNavigate(paths.onboarding),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate(name);
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={words.createTitle}
        description={words.createText}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {team.cancel}
            </Button>
            <Button type="submit" form="workspace-name" pending={create.isPending}>
              {words.createSend}
            </Button>
          </>
        }
      >
        <form id="workspace-name" noValidate onSubmit={submit} className="flex flex-col gap-4">
          {create.isError ? <Alert kind="error">{textOf(create.error)}</Alert> : null}
          <Field label={words.name} required>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={120}
                autoComplete="organization"
                onChange={(event) => setName(event.target.value)}
                autoFocus
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
