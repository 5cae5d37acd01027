import { useQuery } from "@tanstack/react-query";

import { brandsQuery } from "@/api/brands";
import { useAuth } from "@/lib/auth";
import { common } from "@/lib/messages/common";

/** Whether the reader may change anything here, and in words why not. */
export function useEditing(brandId: string): { canEdit: boolean; reason: string | null } {
  const { user } = useAuth();
  const brands = useQuery(brandsQuery);
  const role = user?.workspaces.find((workspace) => workspace.id === user.currentWorkspaceId)?.role;
  if (role === "viewer" || role === "billing") return { canEdit: false, reason: common.readOnly };
  const brand = brands.data?.data.find((row) => row.id === brandId);
  if (brand?.status === "paused")
    return { canEdit: false, reason: brand.pauseReason === "plan" ? common.brandPausedByPlan : common.brandPaused };
  return { canEdit: true, reason: null };
}
