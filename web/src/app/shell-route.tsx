import { TooltipProvider } from "@/components/ui/tooltip";
import { Shell } from "@/features/shell/shell";
import { RunPill } from "@/features/visibility/run-pill";

import { Protected } from "./protected";
import { useRouteTitle } from "./route-frame";

/** The frame of every signed-in section. */
export function ShellRoute() {
  const title = useRouteTitle();
  return (
    <Protected>
      <TooltipProvider delayDuration={250} skipDelayDuration={100}>
        <Shell title={title ?? ""} headerSlot={<RunPill />} />
      </TooltipProvider>
    </Protected>
  );
}
