import { Menu as MenuIcon, Search } from "lucide-react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { Outlet, useLocation } from "react-router";

import { Button, buttonClass } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { useAuth } from "@/lib/auth";
import { common } from "@/lib/messages/common";
import { palette } from "@/lib/messages/palette";
import { shell } from "@/lib/messages/shell";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useLogout } from "@/lib/use-logout";
import { whenIdle } from "@/lib/when-idle";

import { AvatarMenu } from "./avatar-menu";
import { Banners } from "./banners";
import { Bell } from "./bell";
import { PlanBadge } from "./plan-badge";
import { SessionGate } from "./session-gate";
import { SideMenu } from "./side-menu";
import { useLive } from "./use-live";
import { useShellKeys } from "./use-shell-keys";

const MenuDrawer = lazyPart(async () => (await import("./menu-drawer")).MenuDrawer);
const Palette = lazyPart(async () => (await import("./palette")).Palette);
const KeyboardHelp = lazyPart(async () => (await import("./keyboard-help")).KeyboardHelp);
const Support = lazyPart(async () => (await import("./support")).Support);

/** What lies over the page; one at a time. */
type Layer = "menu" | "palette" | "help" | "support";

type ShellProps = {
  /** The section's name, the h1 of the page. */
  title: string;
  /** What the header shows beside the plan badge, e.g. the progress of a run. */
  headerSlot?: ReactNode;
  /** What stands above every section, e.g. that an address waits to be confirmed. */
  notice?: ReactNode;
};

/**
 * Side menu (a drawer below 1024 px), header and section. Support and Logout live in two places and share one state.
 */
export function Shell({ title, headerSlot, notice }: ShellProps) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const { logout, pending } = useLogout();
  const close = useCallback(() => setLayer(null), []);
  const openPalette = useCallback(() => setLayer("palette"), []);
  const openSupport = () => setLayer("support");
  const openHelp = () => setLayer("help");
  // The palette must open within 100 ms of its keys, so it is there before they are pressed.
  useEffect(() => whenIdle(Palette.prefetch), []);
  useLive();
  useShellKeys({ onPalette: openPalette, onHelp: openHelp });
  const menu = <SideMenu onNavigate={close} onSupport={openSupport} onLogout={logout} loggingOut={pending} />;

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[256px_minmax(0,1fr)]">
      <a
        href="#content"
        className={buttonClass(
          "primary",
          "md",
          "sr-only focus:not-sr-only focus:fixed! focus:left-4 focus:top-4 focus:z-50 focus:h-10! focus:px-4!",
        )}
      >
        {common.skipToContent}
      </a>
      <div className="sticky top-0 hidden h-dvh border-r border-line bg-surface lg:block">{menu}</div>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-16 items-center gap-1 border-b border-line bg-canvas/92 px-3 backdrop-blur-sm sm:gap-3 sm:px-4 lg:px-6">
          <Button
            variant="ghost"
            size="icon"
            aria-label={shell.openMenu}
            className="-ml-2 lg:hidden"
            onPointerEnter={() => void MenuDrawer.prefetch()}
            onClick={() => setLayer("menu")}
          >
            <MenuIcon aria-hidden size={20} />
          </Button>
          <h1 className="line-clamp-3 min-w-0 wrap-anywhere flex-1 text-base leading-tight font-semibold sm:text-lg lg:text-xl">
            {title}
          </h1>
          {headerSlot}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={palette.open}
            aria-keyshortcuts="Meta+K Control+K"
            title={palette.shortcut}
            className="size-9! max-sm:hidden"
            onPointerEnter={() => void Palette.prefetch()}
            onClick={openPalette}
          >
            <Search aria-hidden size={20} />
          </Button>
          <PlanBadge />
          <Bell />
          <AvatarMenu onSupport={openSupport} onHelp={openHelp} onLogout={logout} loggingOut={pending} />
        </header>
        <Banners />
        {notice}
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[1248px] flex-1 px-4 py-6 lg:px-6 lg:py-8">
          <Section />
        </main>
      </div>
      {layer === "menu" ? <MenuDrawer onClose={close}>{menu}</MenuDrawer> : null}
      {layer === "palette" ? (
        <Palette onClose={close} onSupport={openSupport} onHelp={openHelp} onLogout={logout} />
      ) : null}
      {layer === "help" ? <KeyboardHelp onClose={close} /> : null}
      {layer === "support" ? <Support onClose={close} /> : null}
      <SessionGate />
    </div>
  );
}

/** Before the wizard is finished there is nothing to show but the way back to it; settings stay reachable. */
function Section() {
  const { businessInfo } = useAuth();
  const { pathname } = useLocation();
  const unfinished = businessInfo && !businessInfo.wizardCompleted && !pathname.startsWith(paths.settings);
  return unfinished ? <FinishSetup /> : <Outlet />;
}

function FinishSetup() {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-3 py-20 text-center">
      <h2 className="text-xl font-semibold">{shell.finishTitle}</h2>
      <p className="text-ink-2">{shell.finishText}</p>
      <Link to={paths.onboarding} className={buttonClass("primary", "md", "mt-3")}>
        {shell.finishAction}
      </Link>
    </section>
  );
}
