import { TrendsScreen } from "@/features/trends/trends-screen";

import { AnswerDrawer } from "./answer-drawer";

/** Trending queries with the answers of the visibility slice. */
export function TrendsRoute() {
  return <TrendsScreen answerDrawer={<AnswerDrawer />} />;
}
