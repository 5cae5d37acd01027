import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { apiKeys as words } from "@/lib/messages/team";

/** The secret of a key, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={words.secretTitle} description={words.secretText} closable={false} footer={<Button onClick={onClose}>{words.done}</Button>}>
        <div className="flex flex-wrap items-center gap-3">
          <code className="min-w-0 flex-1 select-all rounded-field border border-line bg-sunken px-3 py-2 wrap-anywhere">{secret}</code>
          <CopyButton text={secret} label={words.copy} done={words.copied} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
