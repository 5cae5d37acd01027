import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { DataView, type Column } from "@/components/ui/data-view";
import { ago } from "@/lib/format";
import { team } from "@/lib/messages/team";
import type { useMembership } from "@/lib/use-membership";
import { useSort } from "@/lib/use-sort";

import type { Member } from "./api";
import { MemberActions, nameOf, RoleCell } from "./member-actions";

/** Roles from the widest down. */
const RANKS = ["owner", "admin", "editor", "viewer", "billing"];

type Me = NonNullable<ReturnType<typeof useMembership>>;

/** Everybody who belongs to the workspace, owners first. */
export function MembersTable({ members, me }: { members: Member[]; me: Me }) {
  const sorting = useSort("members");
  const owners = members.filter(({ role }) => role === "owner").length;
  const columns: Column<Member>[] = [
    {
      key: "name",
      title: team.name,
      sort: nameOf,
      cell: (member) => <Name member={member} own={member.userId === me.userId} />,
    },
    {
      key: "email",
      title: team.email,
      sort: (member) => member.email,
      cell: (member) => <span className="wrap-anywhere">{member.email}</span>,
    },
    {
      key: "role",
      title: team.role,
      sort: (member) => RANKS.indexOf(member.role),
      cell: (member) => <RoleCell member={member} me={me} lastOwner={member.role === "owner" && owners === 1} />,
    },
    {
      key: "active",
      title: team.lastActive,
      sort: (member) => member.lastActiveAt,
      cell: (member) => (
        <span className="text-ink-2">{member.lastActiveAt ? ago(member.lastActiveAt) : team.never}</span>
      ),
    },
  ];
  if (me.manages)
    columns.push({
      key: "actions",
      title: team.actions,
      action: true,
      cell: (member) => <MemberActions member={member} me={me} />,
    });
  return (
    <section aria-labelledby="members-title" className="flex flex-col gap-3">
      <h2 id="members-title" className="text-lg font-semibold">
        {team.membersTitle}
      </h2>
      {members.some((member) => member.paused) ? <Alert kind="warning">{team.pausedText}</Alert> : null}
      <DataView
        label={team.membersTitle}
        columns={columns}
        rows={members}
        rowKey={(member) => member.userId}
        {...(members.length > 1 ? { sorting } : {})}
      />
      {members.length === 1 && me.manages ? <p className="text-ink-2">{team.onlyYou}</p> : null}
      {me.manages ? null : <p className="text-sm text-ink-3">{team.viewOnly}</p>}
    </section>
  );
}

function Name({ member, own }: { member: Member; own: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-medium">{nameOf(member)}</span>
      {own ? <Badge>{team.you}</Badge> : null}
      {member.paused ? <Badge tone="moderate">{team.paused}</Badge> : null}
    </span>
  );
}
