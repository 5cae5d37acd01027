import { AnalyticsScreen } from "@/features/analytics/analytics-screen";
import { AnswerList } from "@/features/visibility/answer-list";
import { ImportButton } from "@/features/visibility/import/import-button";

import { AnswerDrawer } from "./answer-drawer";

/** Analytics with the evidence of the visibility slice. */
export function AnalyticsRoute() {
  return <AnalyticsScreen AnswerList={AnswerList} ImportButton={ImportButton} answerDrawer={<AnswerDrawer />} />;
}
