import { signedIn } from "./signed-in";

/** Words of a recommendation's life, the estimate before an analysis, and of what a run's assistants did. */
export const advised = {
  inOrder: "Most valuable first. Mark one as done and the next analysis checks it.",
  effect: "Expected effect",
  effectOf: (points: number, low: number, high: number) =>
    `${signed(points)} points (${signed(low)} to ${signed(high)}) on the simulator`,
  noEffect: "No expected change on the simulator",
  untested: "Not tried on the simulator yet",
  tryIt: "Try it",
  proveIt: "Start an experiment",
  fix: "Ready fix",
  done: "Done and dismissed",
  allDone: "Nothing open",
  allDoneText: "Every recommendation is done or dismissed. The next analysis looks again.",
  show: "Show",
  showMore: (n: number) => `Show ${n} more`,
  whatIf: "Test a change before you publish",
  whatIfText: "Change or add a page or document and see on the simulator which answers would change.",
  whatIfButton: "Test new copy",
  otherEvidence: "Evidence",
} as const;

function signed(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${Math.abs(rounded)}` : "0";
}

export const estimate = {
  title: "Analyze now",
  description: "What this analysis asks, and what it can show.",
  loading: "Working out what it would ask…",
  start: "Start analysis",
  cancel: "Cancel",
  engine: "Assistant",
  answers: "Answers",
  cost: "Cost",
  free: "Free",
  notAsked: "Not asked",
  total: "Total",
  detect: "Plan for a change of",
  points: (size: number) => `±${size} points`,
  planning: "Working it out…",
  noVariance: "This is known once an analysis with repeated answers has shown how much they differ.",
  sampling: {
    "narrow enough": "The mention rate of your last analysis is already known that exactly.",
    "last look": "More answers to the same questions would still narrow the result.",
    "samples cannot help":
      "More answers to the same questions would hardly help: the questions differ too much. Add questions.",
    "go on": "More answers to the same questions would narrow the result.",
  },
  shape: (prompts: number, samples: number) =>
    `${prompts} questions, ${samples} ${samples === 1 ? "answer" : "answers"} each per assistant`,
  smaller: "Smaller analyses you can run now",
  means: {
    "fewer-questions": (asked: number, of: number) => `Ask ${asked} of your ${of} questions`,
    "fewer-assistants": (_asked: number, _of: number, names: readonly string[]) =>
      `Ask ${new Intl.ListFormat("en").format(names)} only`,
    website: () => "Check your website only",
  },
  startSmaller: {
    "fewer-questions": "Ask fewer",
    "fewer-assistants": "Ask only these",
    website: "Check website",
  },
  smallerAnswers: (n: number) => (n ? `Uses ${n} ${n === 1 ? "answer" : "answers"}` : "Uses no answers"),
} as const;

export const engines = {
  title: "Assistants of this analysis",
  answered: (answered: number, planned: number) => `${answered} of ${planned} answered`,
  failed: (n: number) => `${n} failed`,
  refused: (n: number) => `${n} declined to answer`,
  statuses: {
    waiting: "Waiting",
    asking: "Asking",
    answered: "Answered",
    incomplete: "Incomplete",
    failed: "Failed",
    "not-asked": "Not asked",
  } as Record<string, string>,
  excluded: (name: string, failed: number, planned: number) =>
    `${name} did not answer (${failed} of ${planned} failed), excluded from the score.`,
  retry: "Retry failed",
  retrying: "Asking again",
  connect: "Connect an assistant",
  /** What one assistant's answers cost; the simulator's cost nothing. */
  free: "Free",
  total: "Cost of this analysis",
  costSoFar: "Cost so far",
  cost: "Cost",
  answersOf: (name: string) => `Answers of ${name}`,
  noAnswers: "It has given no answer in this analysis.",
  skipped: "Skipped",
  verdicts: {
    "thin panel": signedIn.thinPanel,
    coverage: "Without competitors the score shows coverage: which customer questions your own words can answer.",
    "model changed": "An assistant changed its model since the run before, so the change is not judged.",
    "not enough data": "Too few answers for a verdict.",
  } as Record<string, string>,
} as const;
