import { Shell } from "@/features/shell/shell";
import { RunPill } from "@/features/visibility/run-pill";

import { Protected } from "./protected";
import { useRouteTitle } from "./route-frame";

/** The frame of every signed-in section. */
export function ShellRoute() {
  const title = useRouteTitle();
  return (
    <Protected>
      <Shell title={title ?? ""} headerSlot={<RunPill />} />
    </Protected>
  );
}
