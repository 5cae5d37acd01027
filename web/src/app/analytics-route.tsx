import { AnalyticsScreen } from "@/features/analytics/analytics-screen";
import { AnswerList } from "@/features/visibility/answer-list";
import { EvidenceDrawer } from "@/features/visibility/evidence-drawer";

/** Analytics with the evidence of the visibility slice. */
export function AnalyticsRoute() {
  return <AnalyticsScreen AnswerList={AnswerList} answerDrawer={<EvidenceDrawer runId={null} />} />;
}
