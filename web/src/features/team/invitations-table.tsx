import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DataView, type Column } from "@/components/ui/data-view";
import { ErrorCard } from "@/components/ui/error-card";
import { shortDate } from "@/lib/format";
import { team } from "@/lib/messages/team";
import { toast } from "@/lib/toast";

import { invitationLink, invitationsQuery, resendInvitation, revokeInvitation, type Invitation } from "./api";
import { LinkDialog } from "./link-dialog";
import { useAction } from "./use-action";

/** Who was asked and has not come yet. Nothing to see while nobody waits. */
export function InvitationsTable() {
  const invitations = useQuery(invitationsQuery);
  if (invitations.isError) return <ErrorCard error={invitations.error} onRetry={() => void invitations.refetch()} />;
  const rows = invitations.data?.data ?? [];
  if (rows.length === 0) return null;
  const columns: Column<Invitation>[] = [
    { key: "email", title: team.email, cell: (row) => <span className="font-medium wrap-anywhere">{row.email}</span> },
    { key: "role", title: team.invitedAs, cell: (row) => team.roles[row.role] },
    { key: "state", title: team.state, cell: (row) => <State row={row} /> },
    { key: "actions", title: team.actions, action: true, cell: (row) => <Actions row={row} /> },
  ];
  return (
    <section aria-labelledby="invitations-title" className="flex flex-col gap-3">
      <h2 id="invitations-title" className="text-lg font-semibold">
        {team.invitationsTitle}
      </h2>
      <DataView label={team.invitationsTitle} columns={columns} rows={rows} rowKey={(row) => row.id} />
    </section>
  );
}

function State({ row }: { row: Invitation }) {
  if (row.state === "expired") return <Badge tone="moderate">{team.expired}</Badge>;
  return <span className="whitespace-nowrap text-ink-2">{team.expires(shortDate(row.expiresAt))}</span>;
}

function Actions({ row }: { row: Invitation }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const resend = useAction<string>({
    run: resendInvitation,
    done: () => toast({ variant: "success", title: team.resent(row.email) }),
  });
  const copy = useAction<string, { url: string }>({
    run: invitationLink,
    done: ({ url }) => void offer(url, setShown),
  });
  const withdraw = useAction<string>({
    run: revokeInvitation,
    done: () => {
      setWithdrawing(false);
      toast({ variant: "success", title: team.withdrawn });
    },
  });
  return (
    <div className="flex flex-wrap gap-1 md:flex-nowrap md:justify-end">
      {row.state === "open" ? (
        <Button
          variant="ghost"
          size="sm"
          pending={copy.isPending}
          aria-label={team.copyLinkFor(row.email)}
          onClick={() => copy.mutate(row.id)}
        >
          {team.copyLink}
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="sm"
        pending={resend.isPending}
        aria-label={team.resendTo(row.email)}
        onClick={() => resend.mutate(row.id)}
      >
        {team.resend}
      </Button>
      <Button variant="ghost" size="sm" aria-label={team.withdrawOf(row.email)} onClick={() => setWithdrawing(true)}>
        {team.withdraw}
      </Button>
      {withdrawing ? (
        <ConfirmDialog
          title={team.withdrawTitle(row.email)}
          text={team.withdrawText}
          action={team.withdraw}
          pending={withdraw.isPending}
          onConfirm={() => withdraw.mutate(row.id)}
          onClose={() => setWithdrawing(false)}
        />
      ) : null}
      {shown ? <LinkDialog url={shown} onClose={() => setShown(null)} /> : null}
    </div>
  );
}

/** Straight to the clipboard; where the browser forbids that, the link is shown to be copied by hand. */
async function offer(url: string, show: (url: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ variant: "success", title: team.linkCopied, description: team.linkCopiedText });
  } catch {
    show(url);
  }
}
