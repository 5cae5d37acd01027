import type { ReactNode } from "react";

import { common } from "@/lib/messages/common";

import { Button } from "./button";
import { Dialog, DialogContent } from "./dialog";

type ConfirmDialogProps = {
  title: string;
  text: string;
  action: string;
  /** The word for going back, where "Cancel" could be taken for the action. */
  keep?: string;
  danger?: boolean;
  pending: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** A question before something that others feel at once. */
export function ConfirmDialog({
  title,
  text,
  action,
  keep = common.cancel,
  danger = true,
  pending,
  disabled = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={title}
        description={text}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {keep}
            </Button>
            <Button variant={danger ? "danger" : "primary"} pending={pending} disabled={disabled} onClick={onConfirm}>
              {action}
            </Button>
          </>
        }
      >
        {children}
      </DialogContent>
    </Dialog>
  );
}
