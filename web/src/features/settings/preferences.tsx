import { Monitor, Moon, Sun } from "lucide-react";

import { Section } from "@/components/layout/section";
import { Segmented } from "@/components/ui/segmented";
import { SingleKeysSwitch } from "@/components/ui/single-keys-switch";
import { settings } from "@/lib/messages/settings";
import { shell } from "@/lib/messages/shell";
import { setTheme, useTheme, type Theme } from "@/lib/theme";

const icons = { system: Monitor, light: Sun, dark: Moon } as const;
const choices = (["system", "light", "dark"] as const).map((value: Theme) => {
  const Icon = icons[value];
  return {
    value,
    label: (
      <>
        <Icon aria-hidden size={16} className="max-sm:hidden" />
        {shell.themes[value]}
      </>
    ),
  };
});

/** What this browser remembers; no part of what is saved with the form. */
export function Preferences() {
  const theme = useTheme();
  return (
    <Section id="preferences" title={settings.preferences} text={settings.preferencesText}>
      <div className="flex flex-col gap-1.5 sm:col-span-2">
        <p aria-hidden className="text-sm font-medium">
          {shell.theme}
        </p>
        <Segmented label={shell.theme} value={theme} onChange={setTheme} choices={choices} className="max-w-md" />
        <p className="text-xs text-ink-3">{settings.themeHint}</p>
      </div>
      <div className="sm:col-span-2">
        <SingleKeysSwitch />
      </div>
    </Section>
  );
}
