import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { settings } from "@/lib/messages/settings";

type ConflictDialogProps = { open: boolean; close: () => void; reload: () => void; overwrite: () => void };

/** Two people saved the same page: theirs, ours, or back to editing. */
export function ConflictDialog({ open, close, reload, overwrite }: ConflictDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : close())}>
      <DialogContent
        title={settings.elsewhereTitle}
        description={settings.elsewhereText}
        footer={
          <>
            <Button variant="secondary" onClick={overwrite}>
              {settings.elsewhereOverwrite}
            </Button>
            <Button onClick={reload}>{settings.elsewhereReload}</Button>
          </>
        }
      >
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-2 marker:text-ink-3">
          <li>{settings.elsewhereReloadText}</li>
          <li>{settings.elsewhereOverwriteText}</li>
        </ul>
      </DialogContent>
    </Dialog>
  );
}
