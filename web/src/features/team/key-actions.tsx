import { useState } from "react";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { apiKeys as words } from "@/lib/messages/team";
import { toast } from "@/lib/toast";

import { KEYS_KEY, revokeKey, rotateKey, type ApiKey } from "./api";
import { useAction } from "./use-action";

/** Exchanging the secret of one's own key and ending anybody's; both ask first. */
export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const [asking, setAsking] = useState<"rotate" | "revoke" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setAsking(null);
  const rotate = useAction<string, { secret: string }>({
    run: rotateKey,
    outdated: KEYS_KEY,
    done: (made) => {
      close();
      setSecret(made.secret);
    },
  });
  const revoke = useAction<string>({
    run: revokeKey,
    outdated: KEYS_KEY,
    done: () => {
      close();
      toast({ variant: "success", title: words.revoked });
    },
  });
  return (
    <div className="flex flex-wrap gap-2">
      {apiKey.yours ? (
        <Button variant="ghost" size="sm" aria-label={words.rotateOne(apiKey.name)} onClick={() => setAsking("rotate")}>
          {words.rotate}
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" aria-label={words.revokeOne(apiKey.name)} onClick={() => setAsking("revoke")}>
        {words.revoke}
      </Button>
      {asking === "rotate" ? (
        <ConfirmDialog
          title={words.rotateTitle(apiKey.name)}
          text={words.rotateText}
          action={words.rotate}
          danger={false}
          pending={rotate.isPending}
          onConfirm={() => rotate.mutate(apiKey.id)}
          onClose={close}
        />
      ) : null}
      {asking === "revoke" ? (
        <ConfirmDialog
          title={words.revokeTitle(apiKey.name)}
          text={words.revokeText}
          action={words.revoke}
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate(apiKey.id)}
          onClose={close}
        />
      ) : null}
      {secret ? <SecretDialog words={words} secret={secret} onClose={() => setSecret(null)} /> : null}
    </div>
  );
}
