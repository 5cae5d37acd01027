import { queryOptions } from "@tanstack/react-query";

import { pagedQuery, query, send } from "@/api/client";
import type {
  ApiKeyIn,
  ApiKeyOut,
  AuditEntryOut,
  InvitationIn,
  InvitationOut,
  MemberOut,
  MemberChannelOut,
  SeatsOut,
} from "@/api/generated";
import { keyOf } from "@/api/keys";
import { MEMBERS_KEY } from "@/api/live";
import type { Role } from "@/api/session";
import type { Sort } from "@/components/ui/sorting";

export type Member = MemberOut;
export type MemberChannel = MemberChannelOut;
export type Seats = SeatsOut;
export type Invitation = InvitationOut;
export type InvitedRole = InvitationIn["role"];
export type ApiKey = ApiKeyOut;
export type AuditEntry = AuditEntryOut;
export type NewKey = ApiKeyIn;

export const INVITED_ROLES: readonly InvitedRole[] = ["admin", "editor", "viewer", "billing"];
export const KEYS_KEY = keyOf("/api/v1/api-keys");
export const DELETED_KEY = keyOf("/api/v1/workspaces/deleted");

export { membersQuery } from "@/api/team";
/** Below the members' key: whatever changes one changes the other. */
export const invitationsQuery = query("/api/v1/invitations", { below: MEMBERS_KEY });
/** Below the members' key: what a member opened to the outside, asked for when somebody is about to remove them. */
export const memberChannelsQuery = (userId: string) =>
  queryOptions({
    ...query("/api/v1/members/{user_id}/outlets", { path: { user_id: userId }, below: MEMBERS_KEY }),
    staleTime: 0,
  });
export const rolesQuery = query("/api/v1/roles");
export const keysQuery = query("/api/v1/api-keys");
export const deletedQuery = query("/api/v1/workspaces/deleted");

/** Orders the server knows; any other in the address is the list's own, newest first. */
const AUDIT_SORTS = ["createdAt", "-createdAt"];

export const auditQuery = (kind: string, asked: Sort) => {
  const sort = AUDIT_SORTS.find((name) => name === asked) ?? "";
  return pagedQuery("/api/v1/audit-log", { query: { limit: 20, action: kind, sort }, below: MEMBERS_KEY });
};

/** Below the log's key: an entry that is added changes its end. */
export const auditHeadQuery = query("/api/v1/audit-log/head", { below: MEMBERS_KEY });
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

export const changeRole = (userId: string, role: Role) =>
  send("PATCH", "/api/v1/members/{user_id}", { path: { user_id: userId }, body: { role } });
export const removeMember = ({ userId, endChannels }: { userId: string; endChannels: boolean }) =>
  send("DELETE", "/api/v1/members/{user_id}", {
    path: { user_id: userId },
    query: endChannels ? { outlets: "end" } : {},
  });
export const transferOwnership = (userId: string) =>
  send("POST", "/api/v1/members/transfer-ownership", { body: { userId } });
export const leaveWorkspace = () => send("POST", "/api/v1/members/leave");
export const invite = (body: InvitationIn) => send("POST", "/api/v1/invitations", { body });
export const resendInvitation = (id: string) =>
  send("POST", "/api/v1/invitations/{invitation_id}/resend", { path: { invitation_id: id } });
export const invitationLink = (id: string) =>
  send("POST", "/api/v1/invitations/{invitation_id}/link", { path: { invitation_id: id } });
export const revokeInvitation = (id: string) =>
  send("DELETE", "/api/v1/invitations/{invitation_id}", { path: { invitation_id: id } });
export const makeKey = (body: NewKey) => send("POST", "/api/v1/api-keys", { body });
export const rotateKey = (id: string) => send("POST", "/api/v1/api-keys/{key_id}/rotate", { path: { key_id: id } });
export const revokeKey = (id: string) => send("DELETE", "/api/v1/api-keys/{key_id}", { path: { key_id: id } });
export const deleteWorkspace = (id: string, name: string) =>
  send("DELETE", "/api/v1/workspaces/{workspace_id}", { path: { workspace_id: id }, query: { name } });
export const restoreWorkspace = (id: string) =>
  send("POST", "/api/v1/workspaces/{workspace_id}/restore", { path: { workspace_id: id } });
