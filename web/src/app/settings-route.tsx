import { AccountSections } from "@/features/account/account-sections";
import { GeneralSettingsScreen } from "@/features/settings/general-screen";
import { KeysSection } from "@/features/team/keys-section";
import { WorkspaceSection } from "@/features/team/workspace-section";

/** Settings / General: the business and the person, programs, what belongs to the account itself, and the workspace's end. */
export function SettingsRoute() {
  return (
    <>
      <GeneralSettingsScreen />
      <KeysSection />
      <AccountSections />
      <WorkspaceSection />
    </>
  );
}
