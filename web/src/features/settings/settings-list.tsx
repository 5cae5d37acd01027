import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";

import { cn } from "@/lib/cn";
import { settingsSections as words } from "@/lib/messages/settings-sections";
import { NavLink } from "@/lib/navigation";
import type { SettingsSection } from "@/lib/settings-sections";

type SettingsListProps = { sections: SettingsSection[]; current: SettingsSection };

/** The parts of the settings: a list at the side, and where there is no room for one, a plain menu on top. */
export function SettingsList({ sections, current }: SettingsListProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <nav aria-label={words.list} className="lg:sticky lg:top-24 lg:self-start">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={words.choose(current.label)}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center justify-between gap-3 rounded-button border border-line bg-surface px-4 font-medium lg:hidden"
      >
        {current.label}
        <ChevronDown aria-hidden size={20} className={cn("transition-transform", open && "rotate-180")} />
      </button>
      <ul
        id={id}
        className={cn(
          "flex-col gap-0.5 max-lg:mt-1 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-2 lg:flex",
          open ? "flex" : "hidden",
        )}
      >
        {sections.map(({ path, label }) => (
          <li key={path}>
            <NavLink
              to={path}
              end
              onClick={() => setOpen(false)}
              className={({ isActive }) =>
                cn(
                  "flex min-h-9 items-center rounded-button px-3 transition-colors max-lg:min-h-11",
                  isActive
                    ? "bg-accent-surface font-medium text-accent-text"
                    : "text-ink-2 hover:bg-hover hover:text-ink",
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
