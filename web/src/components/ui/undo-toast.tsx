import { common } from "@/lib/messages/common";
import { dismissToast, toast } from "@/lib/toast";

import { Button } from "./button";

const UNDO_MS = 8_000;

/** Says what was done and offers to take it back while the toast stands. */
export function toastWithUndo(title: string, onUndo: () => void): void {
  const undo = () => {
    dismissToast();
    onUndo();
  };
  toast({
    title,
    variant: "success",
    duration: UNDO_MS,
    action: (
      <Button variant="secondary" size="sm" onClick={undo}>
        {common.undo}
      </Button>
    ),
  });
}
