import { useState } from "react";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Select } from "@/components/ui/select";
import type { Role } from "@/api/session";
import { team } from "@/lib/messages/team";
import { toast } from "@/lib/toast";
import type { useMembership } from "@/lib/use-membership";

import { changeRole, transferOwnership, type Member } from "./api";
import { RemoveDialog } from "./remove-dialog";
import { useAction } from "./use-action";

type Me = NonNullable<ReturnType<typeof useMembership>>;

export const nameOf = (member: Member) => `${member.firstName} ${member.lastName}`.trim() || member.email;

/**
 * The role, as a choice where the reader may change it. Owners are made and unmade by owners only, and somebody has to
 * be one.
 */
export function RoleCell({ member, me, lastOwner }: { member: Member; me: Me; lastOwner: boolean }) {
  const name = nameOf(member);
  const change = useAction<Role>({
    run: (role) => changeRole(member.userId, role),
    done: (_, role) => toast({ variant: "success", title: team.roleChanged(name, role) }),
  });
  const fixed = lastOwner || !me.manages || (member.role === "owner" && !me.owns);
  if (fixed) return <span>{team.roles[member.role]}</span>;
  const choices = (Object.keys(team.roles) as Role[]).filter((role) => role !== "owner" || me.owns);
  return (
    <Select
      aria-label={team.roleOf(name)}
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.target.value as Role)}
      className="min-w-32"
    >
      {choices.map((role) => (
        <option key={role} value={role}>
          {team.roles[role]}
        </option>
      ))}
    </Select>
  );
}

/** Removing a member and handing the workspace over; both ask first. */
export function MemberActions({ member, me }: { member: Member; me: Me }) {
  const [asking, setAsking] = useState<"remove" | "transfer" | null>(null);
  const name = nameOf(member);
  const close = () => setAsking(null);
  const transfer = useAction<string>({
    run: transferOwnership,
    done: () => {
      close();
      toast({ variant: "success", title: team.transferred(name) });
    },
  });
  if (!me.manages || member.userId === me.userId || (member.role === "owner" && !me.owns)) return null;
  return (
    <div className="flex flex-wrap gap-1 md:flex-nowrap md:justify-end">
      {me.owns && member.role !== "owner" && !member.paused ? (
        <Button variant="ghost" size="sm" aria-label={team.transferOne(name)} onClick={() => setAsking("transfer")}>
          {team.transfer}
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" aria-label={team.removeOne(name)} onClick={() => setAsking("remove")}>
        {team.remove}
      </Button>
      {asking === "remove" ? <RemoveDialog userId={member.userId} name={name} onClose={close} /> : null}
      {asking === "transfer" ? (
        <ConfirmDialog
          title={team.transferTitle(name)}
          text={team.transferText}
          action={team.transfer}
          pending={transfer.isPending}
          onConfirm={() => transfer.mutate(member.userId)}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
