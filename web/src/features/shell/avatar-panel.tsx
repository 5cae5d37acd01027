import { CircleHelp, Keyboard, Languages, LogOut, UserRound } from "lucide-react";

import type { CurrentUser } from "@/api/session";
import type { PartProps } from "@/components/ui/lazy-part";
import { MenuItem, MenuLabel, MenuPanel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "@/components/ui/menu";
import type { Anchor } from "@/components/ui/use-panel";
import { useAuth } from "@/lib/auth";
import { enterWorkspace } from "@/lib/enter-workspace";
import { textOf } from "@/lib/http";
import { palette } from "@/lib/messages/palette";
import { shell } from "@/lib/messages/shell";
import { workspaces as words } from "@/lib/messages/team";
import { useNavigate } from "@/lib/navigation";
import { settingsPaths } from "@/lib/settings-sections";
import { setTheme, useTheme, type Theme } from "@/lib/theme";
import { toast } from "@/lib/toast";

const themes: Theme[] = ["system", "light", "dark"];

type AvatarPanelProps = PartProps & {
  anchor: Anchor;
  onSupport: () => void;
  onHelp: () => void;
  onLogout: () => void;
  loggingOut: boolean;
};

/** Who is signed in, and what belongs to the person rather than the brand. */
export function AvatarPanel({ anchor, onClose, onSupport, onHelp, onLogout, loggingOut }: AvatarPanelProps) {
  const { user } = useAuth();
  const navigate = useNavigate();
  const theme = useTheme();
  if (!user) return null;

  return (
    <MenuPanel anchor={anchor} label={shell.accountMenu} onClose={onClose} align="end" className="w-64">
      <div className="px-2.5 pb-1 pt-1.5">
        <p className="truncate font-medium">{`${user.firstName} ${user.lastName}`.trim()}</p>
        <p className="truncate text-sm text-ink-3">{user.email}</p>
      </div>
      {user.workspaces.length > 1 ? <Workspaces user={user} /> : null}
      <MenuSeparator />
      <MenuItem onSelect={() => void navigate(settingsPaths.account)}>
        <UserRound aria-hidden size={16} />
        {shell.account}
      </MenuItem>
      <MenuItem onSelect={() => void navigate(settingsPaths.regional)}>
        <Languages aria-hidden size={16} />
        {shell.regional}
      </MenuItem>
      <MenuItem onSelect={onSupport}>
        <CircleHelp aria-hidden size={16} />
        {shell.support}
      </MenuItem>
      <MenuItem onSelect={onHelp}>
        <Keyboard aria-hidden size={16} />
        {palette.help}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>{shell.theme}</MenuLabel>
      <MenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
        {themes.map((value) => (
          <MenuRadioItem key={value} value={value} onSelect={(event) => event.preventDefault()}>
            {shell.themes[value]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem
        disabled={loggingOut}
        onSelect={(event) => {
          event.preventDefault();
          onLogout();
        }}
      >
        <LogOut aria-hidden size={16} />
        {loggingOut ? shell.loggingOut : shell.logout}
      </MenuItem>
    </MenuPanel>
  );
}

/** The workspaces to act in; choosing one reloads the page there, and the browser's other tabs follow. */
function Workspaces({ user }: { user: CurrentUser }) {
  const enter = async (id: string) => {
    if (id === user.currentWorkspaceId) return;
    try {
      await enterWorkspace(user.id, id);
    } catch (error) {
      toast({ variant: "destructive", title: words.switchFailed, description: textOf(error) });
    }
  };
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{words.switcher}</MenuLabel>
      <MenuRadioGroup
        value={user.currentWorkspaceId ?? ""}
        onValueChange={(id) => void enter(id)}
        className="max-h-60 overflow-y-auto"
      >
        {user.workspaces.map(({ id, name }) => (
          <MenuRadioItem key={id} value={id}>
            <span className="truncate">{name || words.fallback}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}
