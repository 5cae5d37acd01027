import { queryOptions } from "@tanstack/react-query";

import { v1Get, v1Send } from "@/lib/http";

import type { AcceptedOut, CurrentWorkspaceOut, InvitationPreviewOut, MemberListOut } from "./generated";
import { MEMBERS_KEY } from "./live";

export type InvitationPreview = InvitationPreviewOut;

/** Everybody of the workspace in view. */
export const membersQuery = queryOptions({
  queryKey: MEMBERS_KEY,
  queryFn: ({ signal }) => v1Get<MemberListOut>("/members", { signal }),
});

/** What a member is called by. */
export const memberName = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  `${firstName} ${lastName}`.trim() || email;

export const previewQuery = (token: string) =>
  queryOptions({
    queryKey: ["/api/v1/invitations", "preview", token],
    queryFn: ({ signal }) => v1Get<InvitationPreview>(`/invitations/${encodeURIComponent(token)}`, { signal }),
    enabled: token !== "",
  });

export const acceptInvitation = (token: string) =>
  v1Send<AcceptedOut>("POST", `/invitations/${encodeURIComponent(token)}/accept`);
export const switchWorkspace = (id: string) => v1Send<CurrentWorkspaceOut>("POST", `/workspaces/${id}/switch`);
export const createWorkspace = (name: string) => v1Send<CurrentWorkspaceOut>("POST", "/workspaces", { name });
