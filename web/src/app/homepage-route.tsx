import { HomepageScreen } from "@/features/findings/homepage-screen";
import { MaterialPanel, PrimaryPanel } from "@/features/materials/material-panel";

/** The brand's own words, with one of its materials when the address names it. */
export function HomepageRoute() {
  return <HomepageScreen Material={MaterialPanel} Primary={PrimaryPanel} />;
}
