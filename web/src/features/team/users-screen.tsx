import { useQuery } from "@tanstack/react-query";
import { Mail, ShieldCheck, UserPlus } from "lucide-react";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { team } from "@/lib/messages/team";
import { Link } from "@/lib/navigation";
import { pricingFor } from "@/lib/paths";
import { useMembership } from "@/lib/use-membership";

import { membersQuery, type Seats } from "./api";
import { AuditSection } from "./audit-section";
import { InvitationsTable } from "./invitations-table";
import { MembersTable } from "./members-table";
import { RoleTable } from "./role-table";
import { SeatsMeter } from "./seats-meter";

const InviteDialog = lazyPart(async () => (await import("./invite-dialog")).InviteDialog);
const icons = [Mail, ShieldCheck];

/** Settings / Users: what a team is for, who belongs to it and as what. Before there is a workspace only the former. */
export function UsersScreen() {
  const me = useMembership();
  const members = useQuery({ ...membersQuery, enabled: me !== null });
  const seats = members.data?.seats;
  const alone = !seats || (seats.limit !== null && seats.limit <= 1 && seats.used <= 1);
  return (
    <div className="flex flex-col gap-6">
      {!me || me.manages ? <AddTeam seats={seats} loading={me !== null && members.isPending} /> : null}
      {me && members.isError ? (
        <ErrorCard title={team.loadFailed} error={members.error} onRetry={() => void members.refetch()} />
      ) : null}
      {me && members.isPending && !members.isError ? <Skeleton className="h-48" /> : null}
      {me && members.data && !alone ? <MembersTable members={members.data.data} me={me} /> : null}
      {me?.manages && !alone ? <InvitationsTable /> : null}
      <div className="grid gap-4 md:grid-cols-2">
        {team.cards.map(({ title, text }, index) => (
          <InfoCard key={title} icon={icons[index] ?? Mail} title={title} text={text} />
        ))}
      </div>
      {me && !alone ? <RoleTable /> : null}
      {me?.manages ? <AuditSection /> : null}
    </div>
  );
}

/** With a seat left it opens the invitation; without one it leads to the plans. */
function AddTeam({ seats, loading }: { seats: Seats | undefined; loading: boolean }) {
  const [inviting, setInviting] = useState(false);
  const free = seats !== undefined && (seats.limit === null || seats.used < seats.limit);
  const single = !seats || seats.limit === 1;
  return (
    <Card className="flex flex-col items-start gap-5 sm:flex-row sm:items-center sm:justify-between sm:p-6">
      <div className="flex max-w-prose flex-col gap-2">
        <h2 className="text-xl font-semibold">{team.title}</h2>
        <p className="text-ink-2">{team.text}</p>
        {single ? <p className="text-sm text-ink-3">{team.seats}</p> : <SeatsMeter seats={seats} />}
      </div>
      {free || loading ? (
        <Button
          className="shrink-0"
          disabled={loading}
          onPointerEnter={InviteDialog.prefetch}
          onFocus={InviteDialog.prefetch}
          onClick={() => setInviting(true)}
        >
          <UserPlus aria-hidden size={16} />
          {team.add}
        </Button>
      ) : (
        <Link to={pricingFor("team")} className={buttonClass("primary", "md", "shrink-0")}>
          <UserPlus aria-hidden size={16} />
          {team.add}
        </Link>
      )}
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </Card>
  );
}

function InfoCard({ icon: Icon, title, text }: { icon: typeof Mail; title: string; text: string }) {
  return (
    <Card className="flex gap-4">
      <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-button bg-accent-surface text-accent-text">
        <Icon aria-hidden size={20} />
      </span>
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
    </Card>
  );
}
