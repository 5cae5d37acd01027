import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type {
  ApiKeyIn,
  ApiKeyListOut,
  ApiKeyOut,
  AuditEntryOut,
  AuditHeadOut,
  DeletedWorkspaceOut,
  InvitationIn,
  InvitationLinkOut,
  InvitationOut,
  IssuedKeyOut,
  ListOutAuditEntryOut,
  ListOutInvitationOut,
  MemberOut,
  OutletOut,
  OutletsOut,
  RolesOut,
  SeatsOut,
} from "@/api/generated";
import { MEMBERS_KEY } from "@/api/live";
import type { Role } from "@/api/session";
import type { Sort } from "@/components/ui/sorting";
import { v1Get, v1Send } from "@/lib/http";

export type Member = MemberOut;
export type Outlet = OutletOut;
export type Seats = SeatsOut;
export type Invitation = InvitationOut;
export type InvitedRole = InvitationIn["role"];
export type ApiKey = ApiKeyOut;
export type AuditEntry = AuditEntryOut;
export type DeletedWorkspace = DeletedWorkspaceOut;
export type NewKey = ApiKeyIn;

export const INVITED_ROLES: readonly InvitedRole[] = ["admin", "editor", "viewer", "billing"];
export const KEYS_KEY = ["/api/v1/api-keys"] as const;
export const DELETED_KEY = ["/api/v1/workspaces/deleted"] as const;

export { membersQuery } from "@/api/team";
/** Below the members' key: whatever changes one changes the other. */
export const invitationsQuery = queryOptions({
  queryKey: [...MEMBERS_KEY, "invitations"],
  queryFn: ({ signal }) => v1Get<ListOutInvitationOut>("/invitations", { signal }),
});
/** Below the members' key: what a member opened to the outside, asked for when somebody is about to remove them. */
export const outletsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...MEMBERS_KEY, "outlets", userId],
    queryFn: ({ signal }) => v1Get<OutletsOut>(`/members/${userId}/outlets`, { signal }),
    staleTime: 0,
  });
export const rolesQuery = queryOptions({
  queryKey: ["/api/v1/roles"],
  queryFn: ({ signal }) => v1Get<RolesOut>("/roles", { signal }),
});
export const keysQuery = queryOptions({
  queryKey: KEYS_KEY,
  queryFn: ({ signal }) => v1Get<ApiKeyListOut>("/api-keys", { signal }),
});
export const deletedQuery = queryOptions({
  queryKey: DELETED_KEY,
  queryFn: ({ signal }) => v1Get<DeletedWorkspace[]>("/workspaces/deleted", { signal }),
});

/** Orders the server knows; any other in the address is the list's own, newest first. */
const AUDIT_SORTS = ["createdAt", "-createdAt"];

export const auditQuery = (kind: string, asked: Sort) => {
  const sort = AUDIT_SORTS.find((name) => name === asked) ?? "";
  return infiniteQueryOptions({
    queryKey: [...MEMBERS_KEY, "audit-log", kind, sort],
    queryFn: ({ pageParam, signal }) =>
      v1Get<ListOutAuditEntryOut>(`/audit-log?${auditParams({ action: kind, sort, cursor: pageParam })}`, { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.page.nextCursor,
  });
};

/** Below the log's key: an entry that is added changes its end. */
export const auditHeadQuery = queryOptions({
  queryKey: [...MEMBERS_KEY, "audit-log", "head"],
  queryFn: ({ signal }) => v1Get<AuditHeadOut>("/audit-log/head", { signal }),
});
const AUDIT_FILE_HOLDS = 10_000;

/** The files that hold a log of that many entries, in order. */
export const auditFiles = (entries: number) =>
  Array.from({ length: Math.ceil(entries / AUDIT_FILE_HOLDS) }, (_, part) => {
    const after = part * AUDIT_FILE_HOLDS;
    return {
      href: `/api/v1/audit-log/file?after=${after}`,
      first: after + 1,
      last: Math.min(after + AUDIT_FILE_HOLDS, entries),
    };
  });

function auditParams(given: Record<"action" | "sort" | "cursor", string>): string {
  const params = new URLSearchParams({ limit: "20" });
  for (const [name, value] of Object.entries(given)) if (value) params.set(name, value);
  return params.toString();
}

export const changeRole = (userId: string, role: Role) => v1Send<unknown>("PATCH", `/members/${userId}`, { role });
export const removeMember = ({ userId, endOutlets }: { userId: string; endOutlets: boolean }) =>
  v1Send<unknown>("DELETE", `/members/${userId}${endOutlets ? "?outlets=end" : ""}`);
export const transferOwnership = (userId: string) => v1Send<unknown>("POST", "/members/transfer-ownership", { userId });
export const leaveWorkspace = () => v1Send<unknown>("POST", "/members/leave");
export const invite = (body: InvitationIn) => v1Send<Invitation>("POST", "/invitations", body);
export const resendInvitation = (id: string) => v1Send<Invitation>("POST", `/invitations/${id}/resend`);
export const invitationLink = (id: string) => v1Send<InvitationLinkOut>("POST", `/invitations/${id}/link`);
export const revokeInvitation = (id: string) => v1Send<unknown>("DELETE", `/invitations/${id}`);
export const makeKey = (body: NewKey) => v1Send<IssuedKeyOut>("POST", "/api-keys", body);
export const rotateKey = (id: string) => v1Send<IssuedKeyOut>("POST", `/api-keys/${id}/rotate`);
export const revokeKey = (id: string) => v1Send<unknown>("DELETE", `/api-keys/${id}`);
export const deleteWorkspace = (id: string, name: string) =>
  v1Send<DeletedWorkspace>("DELETE", `/workspaces/${id}?name=${encodeURIComponent(name)}`);
export const restoreWorkspace = (id: string) => v1Send<unknown>("POST", `/workspaces/${id}/restore`);
