/** Words of the screen of questions and competitors, which every plan has. */
export const questions = {
  asked: "Questions",
  askedText:
    "What every analysis asks, besides what your brand is, which counts as one. Edit, pause or delete any of them; history stays with the old wording.",
  none: "No questions yet",
  noneText: "The first analysis writes them from what it understands of your brand. You can add your own.",
  add: "Add question",
  reason: (intent: string, topic: string) => (topic ? `${intent}, about ${topic}` : intent),
  competitors: "Competitors",
  competitorsText:
    "Who you are measured against. Without one, the score shows coverage: which questions your own words answer.",
  noCompetitors: "No competitors tracked yet.",
} as const;
