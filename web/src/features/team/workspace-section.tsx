import { useState } from "react";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { hardNavigate } from "@/lib/browser";
import { team, workspaces as words } from "@/lib/messages/team";
import { paths } from "@/lib/paths";
import { useMembership } from "@/lib/use-membership";

import { deleteWorkspace, leaveWorkspace } from "./api";
import { CreateDialog } from "./create-dialog";
import { DeletedWorkspaces } from "./deleted-workspaces";
import { useAction } from "./use-action";

/** Leaving and deleting the workspace, and having a deleted one back. */
export function WorkspaceSection() {
  const me = useMembership();
  const [asking, setAsking] = useState<"create" | "leave" | "delete" | null>(null);
  const close = () => setAsking(null);
  return (
    <section
      id="workspace"
      aria-labelledby="workspace-title"
      className="grid scroll-mt-20 gap-x-10 gap-y-4 py-7 first:pt-0 xl:grid-cols-[200px_minmax(0,1fr)]"
    >
      <div>
        <h2 id="workspace-title" className="text-lg font-semibold">
          {words.section}
        </h2>
        <p className="mt-1 text-ink-2">{words.sectionText}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-5">
        {me ? (
          <>
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" onClick={() => setAsking("create")}>
                {words.create}
              </Button>
              <Button variant="secondary" onClick={() => setAsking("leave")}>
                {team.leave}
              </Button>
              <Button variant="danger" disabled={!me.owns} onClick={() => setAsking("delete")}>
                {words.deleteTitle}
              </Button>
            </div>
            {me.owns ? null : <p className="text-sm text-ink-3">{words.ownerOnly}</p>}
          </>
        ) : null}
        <DeletedWorkspaces />
        {asking === "create" ? <CreateDialog onClose={close} /> : null}
        {me && asking === "leave" ? <Leave name={me.name || words.fallback} onClose={close} /> : null}
        {me && asking === "delete" ? <Delete id={me.id} name={me.name} onClose={close} /> : null}
      </div>
    </section>
  );
}

function Leave({ name, onClose }: { name: string; onClose: () => void }) {
  const leave = useAction<void>({ run: leaveWorkspace, done: () => hardNavigate(paths.dashboard) });
  return (
    <ConfirmDialog
      title={team.leaveTitle(name)}
      text={team.leaveText}
      action={team.leave}
      pending={leave.isPending}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    />
  );
}

function Delete({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const remove = useAction<string>({
    run: (confirmed) => deleteWorkspace(id, confirmed),
    done: () => hardNavigate(paths.settings),
  });
  return (
    <ConfirmDialog
      title={words.deleteTitle}
      text={words.deleteText}
      action={words.deleteSend}
      pending={remove.isPending}
      disabled={typed.trim() !== name.trim()}
      onConfirm={() => remove.mutate(typed)}
      onClose={onClose}
    >
      {name ? (
        <Field label={words.deleteConfirm(name)}>
          {(control) => (
            <Input {...control} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      ) : null}
    </ConfirmDialog>
  );
}
