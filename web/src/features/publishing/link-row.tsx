import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";

import { invalidate, SHARES_KEY } from "@/api/live";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ago, longDate } from "@/lib/format";
import { textOf } from "@/lib/http";
import { links as words } from "@/lib/messages/outputs";
import { toast } from "@/lib/toast";

import { revokeLink, type ShareLink } from "./api/links";

const tones = { open: "good", expired: "neutral", paused: "moderate" } as const;

/** One link: its state, its address, and how to end it. */
export function LinkRow({ link, fresh }: { link: ShareLink; fresh: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <li className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="min-w-0 font-medium wrap-anywhere">{link.name}</h4>
        <Badge tone={tones[link.state]}>{words.states[link.state]}</Badge>
        {link.protected ? <Badge>{words.protected}</Badge> : null}
      </div>
      <p className="tabular text-sm text-ink-2">{facts(link).join(" · ")}</p>
      {link.state === "paused" ? <p className="text-sm text-ink-2">{words.pausedText}</p> : null}
      {fresh ? (
        <p role="status" className="text-sm font-medium text-good-text">
          {words.made}
        </p>
      ) : null}
      {link.url ? (
        <code
          className="block select-all truncate rounded-field border border-line bg-sunken px-3 py-2 text-sm"
          title={link.url}
        >
          {link.url}
        </code>
      ) : (
        <p className="text-sm text-ink-2">{words.unreadable}</p>
      )}
      {asking ? (
        <AskRevoke link={link} onKeep={() => setAsking(false)} />
      ) : (
        <Actions link={link} onRevoke={() => setAsking(true)} />
      )}
    </li>
  );
}

function facts(link: ShareLink): string[] {
  const { days, from, to, views, lastViewedAt, expiresAt, state } = link;
  const end = expiresAt ? longDate(expiresAt) : null;
  return [
    days ? words.lastDays(days) : words.periodView(from ?? "", to ?? ""),
    views ? words.views(views) : words.neverViewed,
    ...(lastViewedAt ? [words.lastViewed(ago(lastViewedAt))] : []),
    ...(end ? [state === "expired" ? words.ended(end) : words.ends(end)] : []),
  ];
}

function Actions({ link, onRevoke }: { link: ShareLink; onRevoke: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {link.url && link.state !== "expired" ? (
        <>
          <CopyButton text={link.url} label={words.copy} done={words.copied} />
          <a
            href={link.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={words.previewOf(link.name)}
            className={buttonClass("ghost", "sm")}
          >
            <ExternalLink aria-hidden size={16} /> {words.preview}
          </a>
        </>
      ) : null}
      <Button variant="ghost" size="sm" aria-label={words.revokeOne(link.name)} onClick={onRevoke}>
        {words.revoke}
      </Button>
    </div>
  );
}

function AskRevoke({ link, onKeep }: { link: ShareLink; onKeep: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeLink(link.id),
    onSuccess: () => toast({ variant: "success", title: words.revoked }),
    onError: (error) => toast({ variant: "destructive", title: words.refused, description: textOf(error) }),
    onSettled: () => invalidate(client, [SHARES_KEY]),
  });
  return (
    <div
      role="alertdialog"
      aria-label={words.revokeOne(link.name)}
      className="flex flex-col gap-3 rounded-field border border-attention-line bg-attention-surface p-3"
    >
      <p>{words.revokeAsk}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" size="sm" autoFocus pending={revoke.isPending} onClick={() => revoke.mutate()}>
          {words.revoke}
        </Button>
        <Button variant="secondary" size="sm" onClick={onKeep}>
          {words.keep}
        </Button>
      </div>
    </div>
  );
}
