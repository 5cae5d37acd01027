import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { team } from "@/lib/messages/team";

/** A link to copy by hand. */
export function LinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={team.linkTitle} description={team.linkCopiedText}>
        <Input readOnly aria-label={team.linkTitle} value={url} onFocus={(event) => event.target.select()} />
      </DialogContent>
    </Dialog>
  );
}
