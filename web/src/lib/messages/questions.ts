/** Words of the screen of questions and competitors, which every plan has. */
export const questions = {
  asked: "Questions",
  askedText:
    "Asked in every analysis, together with one question about your brand itself, which counts too. Edit, pause or delete any of these; past results keep the old wording.",
  none: "No questions yet",
  noneText: "The first analysis writes them from what it understands of your brand. You can add your own.",
  add: "Add question",
  reason: (intent: string, topic: string) => (topic ? `${topic} · ${intent}` : intent),
  competitors: "Competitors",
  competitorsText:
    "The names you are compared with. Content gaps and your share of all brand mentions are counted against them.",
  noCompetitors: "No competitors tracked yet.",
} as const;
