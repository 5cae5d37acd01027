import { useEffect, type ReactNode } from "react";

import { useAuth } from "@/lib/auth";
import { rememberBrand, useBrandInView } from "@/lib/current-brand";

/** What an address names stays in view on the pages it leads to, whichever link, mail or choice named it. */
export function BrandInView({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  const { id, source } = useBrandInView();
  const workspaceId = user?.currentWorkspaceId;
  useEffect(() => {
    if (source === "address" && id && workspaceId) rememberBrand(workspaceId, id);
  }, [id, source, workspaceId]);
  return children;
}
