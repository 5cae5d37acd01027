import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { Navigate } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useReadsResults } from "@/lib/use-membership";

/** A member who only pays sees no results: wherever they come from, they land on the subscription. */
export function Landing({ children }: { children: ReactNode }) {
  const reads = useReadsResults();
  const { pathname } = useLocation();
  if (reads || pathname.startsWith(paths.settings)) return children;
  return <Navigate to={paths.subscription} replace />;
}
