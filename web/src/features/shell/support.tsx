import type { PartProps } from "@/components/ui/lazy-part";

import { SupportDialog } from "./support-dialog";

/** The support dialog as a part of the shell: on the page only while open. */
export function Support({ onClose }: PartProps) {
  return <SupportDialog open onOpenChange={(open) => (open ? undefined : onClose())} />;
}
