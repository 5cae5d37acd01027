import { TrendsScreen } from "@/features/trends/trends-screen";
import { ContentBrief } from "@/features/visibility/reports/content-brief";

import { AnswerDrawer } from "./answer-drawer";

/** Trending queries with the answers and briefs of the visibility slice. */
export function TrendsRoute() {
  return <TrendsScreen answerDrawer={<AnswerDrawer />} Brief={ContentBrief} />;
}
