/** Words of what the dashboard leads with: the sentence that matters, what to do next, and who else is named. */
export const lead = {
  label: "Where you stand",
  named: (hits: string, answers: string) => `Named in ${hits} of ${answers}`,
  none: "none",
  answers: (count: string, one: boolean) => `${count} ${one ? "answer" : "answers"}`,
  simulated: (count: string, one: boolean) => `${count} simulated ${one ? "answer" : "answers"}`,
  usually: (place: string) => `usually ${place}`,
  other: (name: string, answers: string) => `${name} in ${answers}`,
  otherUntracked: (name: string, answers: string) => `${name}, not tracked yet, in ${answers}`,
  ordinals: ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
  covered: "The simulator can quote your content for every customer question",
  coveredMostly: "The simulator can quote your content for every customer question, but not in every wording",
  uncovered: (count: number) =>
    `The simulator finds nothing of yours to quote for ${count} customer ${count === 1 ? "question" : "questions"}`,
  seeAnswers: "See the answers",
  blend: "content and technical combined",
  blendContent: "content only",
  blendTechnical: "technical only",
} as const;

export const next = {
  title: "Do next",
  all: "All recommendations",
  effect: "Effect on overall score",
  upTo: (points: number) => (points < 1.5 ? "up to 1 point" : `up to ${Math.round(points)} points`),
  effort: "Effort",
  efforts: { Low: "little", Medium: "some", High: "a lot", Info: "little" } as Record<string, string>,
  evidence: "Evidence",
  doneOf: (title: string) => `Mark as done: ${title}`,
  allDone: "Every recommendation is done or dismissed. The next analysis looks for new ones.",
  locked: (count: number) => `${count} more on Pro`,
} as const;

export const beside = {
  title: "You and your competitors",
  text: "Answers in this analysis that name each brand.",
  simulatedText: "Simulated answers that name each brand.",
  summary: (count: number) => `How many answers name each of ${count} names, with intervals`,
  table: "Show as table",
  chart: "Show as bars",
  name: "Name",
  value: "Answers",
  untracked: "not tracked",
  notCounted: "not counted yet",
  manage: "Edit competitors",
  you: "you",
  of: (hits: string, answers: string, range: string) => `${hits} of ${answers}${range ? ` (${range} %)` : ""}`,
  missing: "Who is named instead of you?",
  missingText: "Add the competitors your customers compare you with. Your existing answers are recounted right away.",
  add: "Add competitors",
} as const;
