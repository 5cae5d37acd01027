import { TrendsScreen } from "@/features/trends/trends-screen";
import { EvidenceDrawer } from "@/features/visibility/evidence-drawer";

/** Trending queries with the answers of the visibility slice. */
export function TrendsRoute() {
  return <TrendsScreen answerDrawer={<EvidenceDrawer runId={null} />} />;
}
