import { useEffect, type ComponentType } from "react";
import { useLocation } from "react-router";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { DataSection } from "@/features/account/data-section";
import { RegionalSection } from "@/features/account/regional-section";
import { SecuritySection } from "@/features/account/security-section";
import { AlertsSection } from "@/features/messaging/alerts-section";
import { IntegrationsSection } from "@/features/messaging/integrations-section";
import { NotificationsSection } from "@/features/messaging/notifications-section";
import { BrandingSection } from "@/features/settings/branding-section";
import { EnginesSection } from "@/features/settings/engines-section";
import { GeneralSettingsScreen } from "@/features/settings/general-screen";
import { SettingsList } from "@/features/settings/settings-list";
import { KeysSection } from "@/features/team/keys-section";
import { WorkspaceSection } from "@/features/team/workspace-section";
import { app } from "@/lib/messages/app";
import { settingsSections as words } from "@/lib/messages/settings-sections";
import { titles } from "@/lib/messages/titles";
import { Link, Navigate } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { isOpen, movedTo, settingsSections, type SettingsSection } from "@/lib/settings-sections";
import { useMembership } from "@/lib/use-membership";

const SETTLED_MS = 600;
const LOOKED_EVERY_MS = 200;
/** Whoever still waits for a part then has begun to read something else. */
const LONGEST_WAIT_MS = 10_000;
const READER_MOVES = ["wheel", "touchmove", "keydown"] as const;
const parts: Record<SettingsSection["name"], ComponentType[]> = {
  general: [GeneralSettingsScreen, RegionalSection],
  assistants: [EnginesSection],
  notifications: [NotificationsSection, AlertsSection],
  integrations: [IntegrationsSection],
  api: [KeysSection],
  security: [SecuritySection],
  data: [DataSection],
  workspace: [BrandingSection, WorkspaceSection],
};

const partAt = (pathname: string) => settingsSections.find(({ path }) => path === pathname.replace(/\/$/, ""));

/** The first part is what the settings are called as a whole; each other has its own title. */
export const handle = {
  title: (pathname: string): string => {
    const part = partAt(pathname);
    return !part || part.name === "general" ? titles.settings : part.label;
  },
};

/** Settings, a part at a time: `/dashboard/settings` is the first, every other has its name for an address. */
export function Component() {
  const me = useMembership();
  const location = useLocation();
  useAnchor();
  const current = partAt(location.pathname);
  const moved = movedTo(location);
  if (!current) return <NoSuchPart />;
  if (moved) return <Navigate to={moved} replace />;
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[184px_minmax(0,1fr)]">
      <SettingsList sections={settingsSections.filter((section) => isOpen(section, me))} current={current} />
      <div className="min-w-0 divide-y divide-line">
        {isOpen(current, me) ? (
          parts[current.name].map((Part, place) => <Part key={place} />)
        ) : me ? (
          <EmptyState title={words.closedTitle} text={words.closedText} />
        ) : (
          <EmptyState title={words.laterTitle} text={words.laterText} />
        )}
      </div>
    </div>
  );
}

function NoSuchPart() {
  return (
    <EmptyState
      title={app.notFoundHeading}
      text={app.notFoundText}
      action={
        <Link to={paths.settings} className={buttonClass("secondary")}>
          {titles.settings}
        </Link>
      }
    />
  );
}

/**
 * Scrolls to what the address names as soon as it stands there, once more when what stands above it has its final
 * height, and not at all once the reader moves the page.
 */
function useAnchor(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash) return;
    const until = Date.now() + LONGEST_WAIT_MS;
    let later = 0;
    const go = () => document.getElementById(hash.slice(1))?.scrollIntoView();
    const look = () => {
      const there = document.getElementById(hash.slice(1));
      if (there) go();
      if (there) later = window.setTimeout(go, SETTLED_MS);
      else if (Date.now() < until) later = window.setTimeout(look, LOOKED_EVERY_MS);
    };
    const stop = () => {
      window.clearTimeout(later);
      READER_MOVES.forEach((move) => window.removeEventListener(move, stop));
    };
    READER_MOVES.forEach((move) => window.addEventListener(move, stop, { passive: true }));
    look();
    return stop;
  }, [hash, key]);
}
