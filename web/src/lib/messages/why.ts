import type { WhyPartOut, WhyRowOut } from "@/api/generated";

/** Why a number changed since the analysis before, in the words of the dashboard. */
export const why = {
  label: "Why it changed",
  open: "See what is behind it",
  title: "Why Content AI Visibility changed",
  text: (from: string, to: string) => `${from} compared with ${to}`,
  sameDay: (day: string, at: string, before: string) => `${day}: ${at} compared with ${before}`,
  chartSummary: (from: string, to: string) => `From ${from} to ${to}, step by step`,
  asTable: "Show as table",
  asChart: "Show as chart",
  cause: "What changed",
  points: "Points",
  likely: "Likely range",
  before: "Score before",
  after: "Score now",
  causes: {
    questions: "Questions you ask",
    engines: "Assistants that answered",
    reading: "How answers are read",
    competitors: "Your competitor list",
    model: "New assistant models",
    website: "Your website",
    answers: "Answers to the same questions",
  } satisfies Record<WhyPartOut["cause"], string>,
  meaning: {
    questions: "Questions were added, removed or paused. This changes the score without anybody saying anything new.",
    engines: "Other assistants were asked, or some of their answers did not arrive.",
    reading: "Your brand's names or our detection changed, so the same answers are counted differently.",
    competitors: "Competitors were added, removed or renamed, which changes your place among them.",
    model:
      "An assistant switched to a new model. Until its effect is measured, it counts under “Answers to the same questions”.",
    website: "The technical score of your website is part of the overall score.",
    answers: "Assistants answered the same questions differently. Only this part can be a real gain or loss.",
  } satisfies Record<WhyPartOut["cause"], string>,
  range: (low: string, high: string) => `likely between ${low} and ${high}`,
  noise: (percent: number) =>
    percent >= 100
      ? "Chance alone could explain all of the movement in answers."
      : `Chance alone could explain about ${percent}% of the movement in answers.`,
  noCommon: "No question was asked in both analyses, so answers cannot be compared.",
  where: "Where answers changed",
  kinds: {
    topic: "Topics",
    question: "Questions",
    engine: "Assistants",
    competitor: "Competitors",
  } satisfies Record<WhyRowOut["kind"], string>,
  rowValues: (before: string, after: string) => `${before} → ${after}`,
  named: "How often the same answers name each competitor.",
  answersBefore: (n: number) => `${n} before`,
  answersAfter: (n: number) => `${n} now`,
  openBefore: (label: string, at: number) => `Answer ${at} before: ${label}`,
  openAfter: (label: string, at: number) => `Answer ${at} now: ${label}`,
} as const;
