import { CircleHelp, LogOut, UserRound } from "lucide-react";
import { useNavigate } from "react-router";

import { Menu, MenuContent, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import { useAuth } from "@/lib/auth";
import { shell } from "@/lib/messages/shell";
import { paths } from "@/lib/paths";
import { setTheme, useTheme, type Theme } from "@/lib/theme";

const themes: Theme[] = ["system", "light", "dark"];

type AvatarMenuProps = { onSupport: () => void; onLogout: () => void; loggingOut: boolean };

export function AvatarMenu({ onSupport, onLogout, loggingOut }: AvatarMenuProps) {
  const { user } = useAuth();
  const navigate = useNavigate();
  const theme = useTheme();
  if (!user) return null;
  const initial = [...(user.firstName || user.email)][0]?.toLocaleUpperCase();

  return (
    <Menu>
      <MenuTrigger
        aria-label={shell.accountMenu}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-sunken font-semibold text-ink transition-colors hover:bg-hover"
      >
        <span aria-hidden>{initial}</span>
      </MenuTrigger>
      <MenuContent align="end" className="w-64">
        <div className="px-2.5 pb-1 pt-1.5">
          <p className="truncate font-medium">{`${user.firstName} ${user.lastName}`.trim()}</p>
          <p className="truncate text-sm text-ink-3">{user.email}</p>
        </div>
        <MenuSeparator />
        <MenuItem onSelect={() => void navigate(paths.accountSettings)}>
          <UserRound aria-hidden size={16} />
          {shell.account}
        </MenuItem>
        <MenuItem onSelect={onSupport}>
          <CircleHelp aria-hidden size={16} />
          {shell.support}
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
      </MenuContent>
    </Menu>
  );
}
