import { lazyPart } from "@/components/ui/lazy-part";
import { usePanel } from "@/components/ui/use-panel";
import { useAuth } from "@/lib/auth";
import { shell } from "@/lib/messages/shell";

const AvatarPanel = lazyPart(async () => (await import("./avatar-panel")).AvatarPanel);

type AvatarMenuProps = { onSupport: () => void; onHelp: () => void; onLogout: () => void; loggingOut: boolean };

export function AvatarMenu(actions: AvatarMenuProps) {
  const { user } = useAuth();
  const { open, close, anchor, trigger } = usePanel(AvatarPanel, "menu");
  if (!user) return null;
  const initial = [...(user.firstName || user.email)][0]?.toLocaleUpperCase();

  return (
    <span className="relative inline-flex">
      <button
        {...trigger}
        aria-label={shell.accountMenu}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-sunken font-semibold text-ink transition-colors hover:bg-hover"
      >
        <span aria-hidden>{initial}</span>
      </button>
      {open ? <AvatarPanel anchor={anchor} onClose={close} {...actions} /> : null}
    </span>
  );
}
