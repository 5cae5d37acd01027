import { useQuery } from "@tanstack/react-query";

import { useAuth } from "@/lib/auth";
import { asking } from "@/lib/messages/billing-manage";

import { membersQuery } from "./api";

/** Whether the reader may change plans and see bills; if not, the name of somebody who may. */
export function usePayer(): { pays: boolean; ask: string | null } {
  const { user } = useAuth();
  const role = user?.workspaces.find(({ id }) => id === user.currentWorkspaceId)?.role;
  const pays = role === undefined || role === "owner" || role === "billing";
  const members = useQuery({ ...membersQuery, enabled: Boolean(user) && !pays });
  if (pays) return { pays, ask: null };
  const owner = members.data?.data.find((member) => member.role === "owner");
  return { pays, ask: owner ? `${owner.firstName} ${owner.lastName}`.trim() || owner.email : asking.owner };
}
