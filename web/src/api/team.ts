import { queryOptions } from "@tanstack/react-query";

import { query, send } from "./client";
import type { InvitationPreviewOut } from "./generated";

export type InvitationPreview = InvitationPreviewOut;

/** Everybody of the workspace in view. */
export const membersQuery = query("/api/v1/members");

/** What a member is called by. */
export const memberName = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  `${firstName} ${lastName}`.trim() || email;

export const previewQuery = (token: string) =>
  queryOptions({
    ...query("/api/v1/invitations/{token}", { path: { token } }),
    enabled: token !== "",
  });

export const acceptInvitation = (token: string) =>
  send("POST", "/api/v1/invitations/{token}/accept", { path: { token } });
export const switchWorkspace = (id: string) =>
  send("POST", "/api/v1/workspaces/{workspace_id}/switch", { path: { workspace_id: id } });
export const createWorkspace = (name: string) => send("POST", "/api/v1/workspaces", { body: { name } });
