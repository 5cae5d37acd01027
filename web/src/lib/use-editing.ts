import { useQuery } from "@tanstack/react-query";

import { brandsQuery } from "@/api/brands";
import { useAuth } from "@/lib/auth";
import { signedIn } from "@/lib/messages/signed-in";

/** Whether the reader may change anything here, and in words why not. */
export function useEditing(brandId: string): { canEdit: boolean; reason: string | null } {
  const { user } = useAuth();
  const brands = useQuery(brandsQuery);
  const role = user?.workspaces.find((workspace) => workspace.id === user.currentWorkspaceId)?.role;
  if (role === "viewer" || role === "billing") return { canEdit: false, reason: signedIn.readOnly };
  const brand = brands.data?.data.find((row) => row.id === brandId);
  if (brand?.status === "paused")
    return { canEdit: false, reason: brand.pauseReason === "plan" ? signedIn.brandPausedByPlan : signedIn.brandPaused };
  return { canEdit: true, reason: null };
}
