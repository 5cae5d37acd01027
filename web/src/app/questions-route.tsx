import { QuestionsScreen } from "@/features/analytics/questions-screen";
import { OfferCard } from "@/features/runs/offer/offer-card";

import { AnswerDrawer } from "./answer-drawer";

/** Questions and competitors, with what they are made from. */
export function QuestionsRoute() {
  return <QuestionsScreen Offer={OfferCard} answerDrawer={<AnswerDrawer />} />;
}
