import { settingsSections as words } from "@/lib/messages/settings-sections";
import { paths } from "@/lib/paths";

type Name = "general" | "assistants" | "notifications" | "integrations" | "api" | "security" | "data" | "workspace";

/** A part of the settings with an address of its own; `asks`: whose it is, if not everybody's. */
export type SettingsSection = { name: Name; path: string; label: string; asks?: "to read results" | "to manage it" };

const section = (name: Name, asks?: SettingsSection["asks"]): SettingsSection => ({
  name,
  path: name === "general" ? paths.settings : `${paths.settings}/${name}`,
  label: words[name],
  ...(asks ? { asks } : {}),
});

/** In the order of the list at the side. */
export const settingsSections: SettingsSection[] = [
  section("general"),
  section("assistants", "to read results"),
  section("notifications"),
  section("integrations", "to manage it"),
  section("api", "to manage it"),
  section("security"),
  section("data"),
  section("workspace"),
];

const pathOf = (name: Name) => settingsSections.find((each) => each.name === name)!.path;

export const settingsPaths = {
  assistants: pathOf("assistants"),
  notifications: pathOf("notifications"),
  integrations: pathOf("integrations"),
  account: `${paths.settings}#account`,
  regional: `${paths.settings}#regional`,
} as const;

/** Whether somebody with this membership may see a part. */
export function isOpen({ asks }: SettingsSection, me: { manages: boolean; role: string } | null): boolean {
  if (!asks) return true;
  return me !== null && (asks === "to manage it" ? me.manages : me.role !== "billing");
}

/** Where the anchors lead that the parts had while they were one page: mails and bookmarks still name them. */
const ANCHORS: Record<string, string> = {
  engines: pathOf("assistants"),
  notifications: pathOf("notifications"),
  alerts: `${pathOf("notifications")}#alerts`,
  integrations: pathOf("integrations"),
  "api-keys": pathOf("api"),
  security: pathOf("security"),
  data: pathOf("data"),
  workspace: pathOf("workspace"),
  reports: `${pathOf("workspace")}#reports`,
};

/** The address that an address of the one page of before means now; null where it means itself. */
export function movedTo({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string | null {
  const now = pathname === paths.settings ? ANCHORS[hash.slice(1)] : undefined;
  if (!now) return null;
  const [path = "", anchor] = now.split("#");
  return path + search + (anchor ? `#${anchor}` : "");
}
