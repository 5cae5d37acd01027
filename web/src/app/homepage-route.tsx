import { MaterialPanel, PrimaryPanel } from "@/features/materials/material-panel";
import { HomepageScreen } from "@/features/visibility/homepage-screen";

/** The brand's own words, with one of its materials when the address names it. */
export function HomepageRoute() {
  return <HomepageScreen Material={MaterialPanel} Primary={PrimaryPanel} />;
}
