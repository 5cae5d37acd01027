import { AccountSections } from "@/features/account/account-sections";
import { AlertsSection } from "@/features/messaging/alerts-section";
import { IntegrationsSection } from "@/features/messaging/integrations-section";
import { NotificationsSection } from "@/features/messaging/notifications-section";
import { useSettingsAnchor } from "@/features/messaging/use-settings-anchor";
import { GeneralSettingsScreen } from "@/features/settings/general-screen";
import { KeysSection } from "@/features/team/keys-section";
import { WorkspaceSection } from "@/features/team/workspace-section";

/**
 * Settings / General: the business and the person, what is told and where, programs, what belongs to the account
 * itself, and the workspace's end.
 */
export function SettingsRoute() {
  useSettingsAnchor();
  return (
    <>
      <GeneralSettingsScreen />
      <div className="divide-y divide-line border-t border-line pt-7">
        <NotificationsSection />
        <AlertsSection />
        <IntegrationsSection />
      </div>
      <KeysSection />
      <AccountSections />
      <WorkspaceSection />
    </>
  );
}
