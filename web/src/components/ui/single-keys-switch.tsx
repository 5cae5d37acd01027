import { keys as words } from "@/lib/messages/palette";
import { setSingleKeys, useSingleKeys } from "@/lib/shortcuts";

import { Segmented } from "./segmented";

const choices = [
  { value: "on", label: words.on },
  { value: "off", label: words.off },
] as const;

/** Whether keys act without Ctrl or ⌘; stands in Preferences and in the keyboard help. */
export function SingleKeysSwitch() {
  const on = useSingleKeys();
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden className="text-sm font-medium">
        {words.turnOff}
      </p>
      <Segmented
        label={words.turnOff}
        value={on ? "on" : "off"}
        onChange={(value) => setSingleKeys(value === "on")}
        choices={choices}
        className="max-w-48"
      />
      <p className="text-xs text-ink-3">{words.turnOffHint}</p>
    </div>
  );
}
