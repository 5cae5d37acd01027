import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { PartProps } from "@/components/ui/lazy-part";
import { SingleKeysSwitch } from "@/components/ui/single-keys-switch";
import { keys as words } from "@/lib/messages/palette";

/** Which key does what, and the switch for those that act alone. */
export function KeyboardHelp({ onClose }: PartProps) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={words.title} description={words.text}>
        <dl className="flex flex-col">
          {words.rows.map(({ keys, does }) => (
            <div key={does} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0">
              <dt className="text-ink-2">{does}</dt>
              <dd className="flex gap-1.5">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="rounded-button border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 border-t border-line pt-4">
          <SingleKeysSwitch />
        </div>
      </DialogContent>
    </Dialog>
  );
}
