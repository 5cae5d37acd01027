import { ContentBrief } from "@/features/publishing/reports/content-brief";
import { TrendsScreen } from "@/features/trends/trends-screen";

import { AnswerDrawer } from "./answer-drawer";

/** Trending queries with the answers and briefs of the visibility slice. */
export function TrendsRoute() {
  return <TrendsScreen answerDrawer={<AnswerDrawer />} Brief={ContentBrief} />;
}
