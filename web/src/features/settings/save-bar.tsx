import { Button } from "@/components/ui/button";
import { settings } from "@/lib/messages/settings";

type SaveBarProps = { saving: boolean; failure: string | null; onDiscard: () => void };

/** Stays in sight while something is unsaved; says why when saving did not work. */
export function SaveBar({ saving, failure, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-4 z-20 mt-2 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-raised px-4 py-3 shadow-float animate-rise-in">
      <div className="flex gap-3 max-sm:w-full">
        <Button type="submit" pending={saving} className="max-sm:flex-1">
          {saving ? settings.saving : settings.save}
        </Button>
        <Button variant="secondary" disabled={saving} onClick={onDiscard} className="max-sm:flex-1">
          {settings.discard}
        </Button>
      </div>
      {failure ? (
        <p role="alert" className="text-sm text-attention-text">
          {failure}
        </p>
      ) : (
        <p className="text-sm text-ink-2">{settings.unsaved}</p>
      )}
    </div>
  );
}
