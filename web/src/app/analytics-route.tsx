import { AnalyticsScreen } from "@/features/analytics/analytics-screen";
import { AnswerList } from "@/features/visibility/answer-list";

import { AnswerDrawer } from "./answer-drawer";

/** Analytics with the evidence of the visibility slice. */
export function AnalyticsRoute() {
  return <AnalyticsScreen AnswerList={AnswerList} answerDrawer={<AnswerDrawer />} />;
}
