import { useState } from "react";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";
import { useEditing } from "@/lib/use-editing";

import { deleteSource, revokeSource, rotateSource, trafficKey, type Issued, type Source } from "./api";
import { CommandsDialog } from "./commands-dialog";

type Asking = "how" | "rotate" | "revoke" | "remove" | null;

/** What can be done with a source. A new token is shown with the commands that use it, this once. */
export function SourceActions({ brandId, source }: { brandId: string; source: Source }) {
  const { id, name, kind, tokenPrefix } = source;
  const [asking, setAsking] = useState<Asking>(null);
  const [token, setToken] = useState<string | null>(null);
  const close = () => setAsking(null);
  const { canEdit } = useEditing(brandId);
  const outdated = trafficKey(brandId);
  const { failures } = words;
  const said = (title: string) => () => {
    close();
    toast({ variant: "success", title });
  };
  const rotate = useAction<undefined, Issued>({
    outdated,
    failed: failures.rotate,
    run: () => rotateSource(brandId, id),
    done: (made) => {
      close();
      setToken(made.token);
    },
  });
  const revoke = useAction({
    outdated,
    failed: failures.revoke,
    run: () => revokeSource(brandId, id),
    done: said(words.revoked),
  });
  const remove = useAction({
    outdated,
    failed: failures.remove,
    run: () => deleteSource(brandId, id),
    done: said(words.removed),
  });
  const replacing = [words.rotateTitle(name), words.rotateText, words.rotate] as const;
  const renewing = [words.renewTitle(name), words.renewText, words.renew] as const;
  const questions = {
    rotate: [...(tokenPrefix ? replacing : renewing), rotate],
    revoke: [words.revokeTitle(name), words.revokeText, words.revoke, revoke],
    remove: [words.removeTitle(name), words.removeText, words.remove, remove],
  } as const;
  const question = asking && asking !== "how" ? questions[asking] : null;
  const button = (what: NonNullable<Asking>, text: string, label: string) => (
    <Button variant="ghost" size="sm" aria-label={label} onClick={() => setAsking(what)}>
      {text}
    </Button>
  );
  return (
    <div className="-ml-3 flex flex-wrap gap-1 sm:ml-0">
      {kind === "push" ? (
        <>
          {button("how", words.how, words.howOne(name))}
          {!canEdit
            ? null
            : tokenPrefix
              ? button("rotate", words.rotate, words.rotateOne(name))
              : button("rotate", words.renew, words.renewOne(name))}
          {tokenPrefix ? button("revoke", words.revoke, words.revokeOne(name)) : null}
        </>
      ) : null}
      {button("remove", words.remove, words.removeOne(name))}
      {question ? (
        <ConfirmDialog
          title={question[0]}
          text={question[1]}
          action={question[2]}
          danger={asking !== "rotate"}
          pending={question[3].isPending}
          onConfirm={() => question[3].mutate(undefined)}
          onClose={close}
        />
      ) : null}
      {asking === "how" ? <CommandsDialog token={null} onClose={close} /> : null}
      {token ? <CommandsDialog token={token} onClose={() => setToken(null)} /> : null}
    </div>
  );
}
