import { useAuth } from "@/lib/auth";

/** The workspace the browser acts in and the reader's role there; null before there is one. */
export function useMembership() {
  const { user } = useAuth();
  const workspace = user?.workspaces.find(({ id }) => id === user.currentWorkspaceId);
  if (!user || !workspace) return null;
  const manages = workspace.role === "owner" || workspace.role === "admin";
  return {
    userId: user.id,
    id: workspace.id,
    name: workspace.name,
    role: workspace.role,
    manages,
    owns: workspace.role === "owner",
  };
}

/** Whether the reader may see what was measured: everybody but a member who only pays. */
export function useReadsResults(): boolean {
  return useMembership()?.role !== "billing";
}

/** The workspace whose events the reader may follow; null before there is one, and for whoever sees no results. */
export function useFollowedWorkspace(): string | null {
  const me = useMembership();
  return me && me.role !== "billing" ? me.id : null;
}
