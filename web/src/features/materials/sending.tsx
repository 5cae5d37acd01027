import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { materials as words } from "@/lib/messages/materials";

/** How much of the document has left; once all of it has, it is being read. */
export function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Progress value={share} max={1} label={words.uploading} className="min-w-40 flex-1" />
      <span role="status" className="tabular text-sm text-ink-2">
        {share < 1 ? words.sent(share) : words.checking}
      </span>
      <Button variant="secondary" size="sm" onClick={onStop}>
        {words.stop}
      </Button>
    </div>
  );
}
