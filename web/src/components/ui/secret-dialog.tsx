import { Button } from "./button";
import { CopyButton } from "./copy-button";
import { Dialog, DialogContent } from "./dialog";

type SecretWords = { secretTitle: string; secretText: string; copy: string; copied: string; done: string };

/** A secret, this once. */
export function SecretDialog({ secret, words, onClose }: { secret: string; words: SecretWords; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={words.secretTitle}
        description={words.secretText}
        closable={false}
        footer={<Button onClick={onClose}>{words.done}</Button>}
      >
        <div className="flex flex-wrap items-center gap-3">
          <code className="min-w-0 flex-1 select-all rounded-field border border-line bg-sunken px-3 py-2 wrap-anywhere">
            {secret}
          </code>
          <CopyButton text={secret} label={words.copy} done={words.copied} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
